// A person's name, which leads to all there is about them for whoever may see it.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import styles from "./PersonLink.module.css";

interface Props {
  personId: string;
  /** The application to be shown there. */
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
