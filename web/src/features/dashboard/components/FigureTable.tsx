// A chart as a table: each row has a name, figures, and a bar relative to the largest row.
import type { ReactNode } from "react";
import { WideTable } from "@/ui/tables/WideTable";
import { useIsPhone } from "@/ui/theme/appearance";
import styles from "./FigureTable.module.css";

export interface FigureRow {
  key: string;
  name: ReactNode;
  figures: readonly ReactNode[];
  /** The bar's value. */
  value: number;
}

interface Props {
  title: string;
  heads: readonly string[];
  rows: readonly FigureRow[];
  /** Text of the empty state. */
  empty: string;
  note?: ReactNode;
}

export function FigureTable({ title, heads, rows, empty, note }: Props) {
  const isPhone = useIsPhone();
  const largest = Math.max(0, ...rows.map((row) => row.value));
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {note ? <p className={styles.note}>{note}</p> : null}
      {largest === 0 ? (
        <p className={styles.note}>{empty}</p>
      ) : isPhone ? (
        <WideTable>
          <NarrowTable heads={heads} rows={rows} largest={largest} />
        </WideTable>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" className={at === 0 ? undefined : styles.number}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <RowName row={row} largest={largest} />
                </th>
                <Figures row={row} heads={heads} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** On phones: the name on its own line, the figures below. */
function NarrowTable({ heads, rows, largest }: Pick<Props, "heads" | "rows"> & { largest: number }) {
  return (
    <table className={styles.table} data-narrow>
      <thead>
        <tr>
          {heads.slice(1).map((head) => (
            <th key={head} scope="col" className={styles.number}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.key}>
          <tr>
            <th scope="rowgroup" colSpan={heads.length - 1}>
              <RowName row={row} largest={largest} />
            </th>
          </tr>
          <tr>
            <Figures row={row} heads={heads} />
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function RowName({ row, largest }: { row: FigureRow; largest: number }) {
  return (
    <>
      <span className={styles.name}>{row.name}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${(row.value / largest) * 100}%` }} />
      </span>
    </>
  );
}

function Figures({ row, heads }: { row: FigureRow; heads: readonly string[] }) {
  return row.figures.map((figure, at) => (
    <td key={heads[at + 1]} className={styles.number}>
      {figure}
    </td>
  ));
}
