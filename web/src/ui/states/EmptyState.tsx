// Empty state: one sentence and one action.
import type { ReactNode } from "react";
import styles from "./States.module.css";

export function EmptyState(props: { text: string; hint?: string; action?: ReactNode; icon?: ReactNode }) {
  return (
    <div className={styles.state}>
      {props.icon ? (
        <div className={styles.icon} aria-hidden="true">
          {props.icon}
        </div>
      ) : null}
      <p className={styles.text}>{props.text}</p>
      {props.hint ? <p className={styles.hint}>{props.hint}</p> : null}
      {props.action ? <div className={styles.action}>{props.action}</div> : null}
    </div>
  );
}
