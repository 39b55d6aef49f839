// A message above a form.
import type { ReactNode } from "react";
import styles from "./Plain.module.css";

export function PlainNotice(props: { isError?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={props.isError ? "bad" : "calm"} role={props.isError ? "alert" : "status"}>
      {props.children}
    </div>
  );
}
