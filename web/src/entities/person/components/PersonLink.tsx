// A person's name, linked to their page for members with access.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import styles from "./PersonLink.module.css";

interface Props {
  personId: string;
  /** The application to show there. */
  applicationId?: string;
  children: ReactNode;
}

export function PersonLink({ personId, applicationId, children }: Props) {
  const canOpen = useCanOpenRoute("candidate");
  if (!canOpen) return <span className={styles.name}>{children}</span>;
  return (
    <Link className={styles.name} to={href("candidate", { id: personId, application: applicationId })}>
      {children}
    </Link>
  );
}
