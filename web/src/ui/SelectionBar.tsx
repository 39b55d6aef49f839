// Actions on the selected items, above the end of the page.
import type { ReactNode } from "react";
import styles from "./SelectionBar.module.css";

interface Props {
  label: string;
  /** How many are selected, read out when it changes. */
  selected: string;
  children: ReactNode;
}

export function SelectionBar({ label, selected, children }: Props) {
  return (
    <section className={styles.bar} data-bottom-bar aria-label={label}>
      <span aria-live="polite">{selected}</span>
      {children}
    </section>
  );
}
