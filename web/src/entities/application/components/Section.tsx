// A titled section of a candidate's details.
import type { ReactNode } from "react";
import styles from "./Candidate.module.css";

export function Section(props: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{props.title}</h3>
      {props.children}
    </section>
  );
}
