import type { ReactNode } from "react";
import styles from "./Guide.module.css";

export function Topic(props: { id: string; title: string; lead?: string | undefined; children: ReactNode }) {
  return (
    <section id={props.id} className={styles.topic} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`}>{props.title}</h2>
      {props.lead ? <p className={styles.lead}>{props.lead}</p> : null}
      {props.children}
    </section>
  );
}
