// A component sample with its name.
import type { ReactNode } from "react";
import styles from "./Sample.module.css";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** `name` is the component's name in code. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.sample}>
      <code>{name}</code>
      <div className={styles.parts}>{children}</div>
    </div>
  );
}
