// A table that is wider than its place scrolls in it, also by keyboard, instead of moving the page.
import type { ReactNode } from "react";
import styles from "./WideTable.module.css";

export function WideTable({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <div className={styles.scroll} tabIndex={0}>
      {children}
    </div>
  );
}
