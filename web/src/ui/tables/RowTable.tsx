// A list as a table of quiet rows; on phones each row is a small block. Its cells take their looks from the style sheet.
import type { ReactNode, Ref } from "react";
import styles from "./RowTable.module.css";

interface Props {
  /** The names of the columns, but for the last one. */
  heads: readonly { label: string; number?: boolean }[];
  /** The name of a last column that holds what can be done; only heard. */
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
