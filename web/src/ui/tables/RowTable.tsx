// A list as a table of rows; on phones each row is a block. Cells are styled by the style sheet.
import type { ReactNode, Ref } from "react";
import styles from "./RowTable.module.css";

interface Props {
  /** Column headings, except the last. */
  heads: readonly { label: string; number?: boolean }[];
  /** Screen reader heading of the actions column. */
  actions?: string;
  label?: string;
  ref?: Ref<HTMLTableElement>;
  children: ReactNode;
}

export function RowTable({ heads, actions, label, ref, children }: Props) {
  return (
    <table ref={ref} className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.label} scope="col" className={head.number ? styles.number : undefined}>
              {head.label}
            </th>
          ))}
          {actions ? (
            <th scope="col">
              <span className="visually-hidden">{actions}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
