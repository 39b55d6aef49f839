// The query cache of this tab: entries in memory, and which of them are persisted.
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { clearPersistedLists, isPersisted } from "@/lib/persistentCache";
import styles from "../routes/Internal.module.css";

export function CacheTable() {
  const { t } = useTranslation("devtools");
  const format = useFormats();
  const cache = useQueryClient().getQueryCache();
  const [isCleared, setIsCleared] = useState(false);
  const queries = cache
    .getAll()
    .filter(({ queryKey }) => queryKey[0] === "get")
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return (
    <>
      <p className={styles.lead}>{t("cache.lead")}</p>
      <div>
        <Button
          onClick={async () => {
            await clearPersistedLists();
            setIsCleared(true);
          }}
        >
          {t("cache.clear")}
        </Button>
        <span role="status"> {isCleared ? t("cache.cleared") : null}</span>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("cache.path")}</th>
            <th scope="col">{t("cache.size")}</th>
            <th scope="col">{t("cache.updated")}</th>
            <th scope="col">{t("cache.kept")}</th>
          </tr>
        </thead>
        <tbody>
          {queries.map((query) => (
            <tr key={query.queryHash}>
              <th scope="row">{String(query.queryKey[1])}</th>
              <td>{format.number(JSON.stringify(query.state.data ?? null).length)}</td>
              <td>
                {query.state.dataUpdatedAt > 0 ? format.ago(new Date(query.state.dataUpdatedAt).toISOString()) : "—"}
              </td>
              <td>{isPersisted(query) ? t("cache.yes") : t("cache.no")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
