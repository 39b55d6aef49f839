// A message above a form.
import type { ReactNode } from "react";
import styles from "./Lite.module.css";

export function LiteNotice(props: { isError?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={props.isError ? "bad" : "calm"} role={props.isError ? "alert" : "status"}>
      {props.children}
    </div>
  );
}
