// A page that is only a message: the mark, a heading, a sentence, and the ways on.
import type { ReactNode } from "react";
import { useHasCurrentOrganization } from "@/entities/session/session";
import { Mark } from "@/ui/Mark";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./FullPage.module.css";

/** Inside the shell, which has the page's `main`, it is a section of it. */
export function FullPage(props: { title: string; text: string; actions: ReactNode; code?: string }) {
  usePageTitle(props.title);
  const Frame = useHasCurrentOrganization() ? "section" : "main";
  return (
    <Frame className={styles.page}>
      <Mark size={44} />
      {props.code ? <p className={styles.code}>{props.code}</p> : null}
      <h1 className={styles.title}>{props.title}</h1>
      <p className={styles.text}>{props.text}</p>
      <div className={styles.actions}>{props.actions}</div>
    </Frame>
  );
}
