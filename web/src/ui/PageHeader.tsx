// Page header: title, subject (a job selector, counts), and actions.
import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";
import { usePageTitle } from "./usePageTitle";

export function PageHeader(props: { title: string; context?: ReactNode; actions?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{props.title}</h1>
      {props.context ? <div className={styles.context}>{props.context}</div> : null}
      {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
    </div>
  );
}
