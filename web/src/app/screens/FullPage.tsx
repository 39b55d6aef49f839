// Full-page message: logo, heading, sentence, links.
import type { ReactNode } from "react";
import { useHasCurrentOrganization } from "@/entities/session/session";
import { BrandMark } from "@/ui/BrandMark";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./FullPage.module.css";

/** A section instead of `main` inside the shell, which has one. */
export function FullPage(props: { title: string; text: string; actions: ReactNode; code?: string }) {
  usePageTitle(props.title);
  const Frame = useHasCurrentOrganization() ? "section" : "main";
  return (
    <Frame className={styles.page}>
      <BrandMark size={44} />
      {props.code ? <p className={styles.code}>{props.code}</p> : null}
      <h1 className={styles.title}>{props.title}</h1>
      <p className={styles.text}>{props.text}</p>
      <div className={styles.actions}>{props.actions}</div>
    </Frame>
  );
}
