// A page that is only a message: the mark, a heading, a sentence, and the ways on.
import type { ReactNode } from "react";
import { Mark } from "@/ui/Mark";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./FullPage.module.css";

export function FullPage(props: { title: string; text: string; actions: ReactNode; code?: string }) {
  usePageTitle(props.title);
  return (
    <main className={styles.page}>
      <Mark size={44} />
      {props.code ? <p className={styles.code}>{props.code}</p> : null}
      <h1 className={styles.title}>{props.title}</h1>
      <p className={styles.text}>{props.text}</p>
      <div className={styles.actions}>{props.actions}</div>
    </main>
  );
}
