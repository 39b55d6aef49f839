// A table with a heading.
import type { ReactNode } from "react";
import { WideTable } from "@/ui/tables/WideTable";
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
        <WideTable>
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
        </WideTable>
      )}
    </section>
  );
}
