// Every status by stage: meaning, and the moves that lead to it, with who makes them.
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { StatusEntry } from "../logic/content";
import styles from "./Guide.module.css";

export function StatusTable({ statuses }: { statuses: readonly StatusEntry[] }) {
  const { t } = useTranslation("guide");
  return (
    <table className={styles.statuses}>
      <thead>
        <tr>
          <th scope="col">{t("statuses.status")}</th>
          <th scope="col">{t("statuses.meaning")}</th>
          <th scope="col">{t("statuses.moves")}</th>
        </tr>
      </thead>
      <tbody>
        {statuses.map((row, position) => (
          <Fragment key={row.key}>
            {statuses[position - 1]?.stage === row.stage ? null : (
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {row.stage}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">{row.title}</th>
              <td>{row.text}</td>
              <td>
                <ul>
                  {row.moves.map(({ key, name, actor }) => (
                    <li key={key}>
                      {name} <span className={styles.actor}>{actor}</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
