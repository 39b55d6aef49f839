// The figures of a chart as a table, opened on demand.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormats } from "@/i18n/format";
import { WideTable } from "@/ui/tables/WideTable";
import type { Series } from "./Chart";
import styles from "./ChartTable.module.css";

interface Props {
  /** Title of the labels. */
  axis: string;
  labels: readonly string[];
  series: readonly Series[];
  /** The link of a figure, by series and index; null without one. */
  hrefOf: (series: number, at: number) => string | null;
}

export function ChartTable({ axis, labels, series, hrefOf }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  return (
    <details className={styles.table}>
      <summary>{t("chart.table")}</summary>
      <WideTable>
        <table>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }, of) => {
                  const number = format.number(values[at] ?? 0);
                  const target = hrefOf(of, at);
                  return (
                    <td key={name}>
                      {target ? (
                        <Link to={target} aria-label={t("figure.open", { number, name: `${name}, ${label}` })}>
                          {number}
                        </Link>
                      ) : (
                        number
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </details>
  );
}
