// A table with a heading.
import type { ReactNode } from "react";
import styles from "./OpsTable.module.css";

interface Props {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  empty: string;
  actions?: ReactNode;
}

export function OpsTable({ title, heads, rows, empty, actions }: Props) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {actions}
      </div>
      {rows.length === 0 ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        // Wide tables scroll horizontally, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
        <div className={styles.scroll} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={heads[at]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={heads[at]}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
