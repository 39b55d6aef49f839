// A message above a form.
import type { ReactNode } from "react";
import styles from "./Plain.module.css";

export function PlainNotice(props: { bad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={props.bad ? "bad" : "calm"} role={props.bad ? "alert" : "status"}>
      {props.children}
    </div>
  );
}
