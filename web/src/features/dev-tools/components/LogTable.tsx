// Log of this tab: failed requests, errors and session changes.
import { Segmented } from "antd";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { type LogEntry, logEntries, onLog } from "@/lib/log";
import { EmptyState } from "@/ui/states/EmptyState";
import styles from "../routes/Internal.module.css";

type Kind = LogEntry["kind"] | "all";

export function LogTable() {
  const { t } = useTranslation("devtools");
  const format = useFormats();
  const all = useSyncExternalStore(onLog, logEntries);
  const [kind, setKind] = useState<Kind>("all");
  const entries = all.filter((entry) => kind === "all" || entry.kind === kind);
  const names = {
    all: t("log.all"),
    session: t("log.session"),
    request: t("log.request"),
    error: t("log.error"),
  };
  return (
    <>
      <p className={styles.lead}>{t("log.lead")}</p>
      <Segmented<Kind>
        aria-label={t("log.kind")}
        value={kind}
        onChange={setKind}
        options={(Object.keys(names) as Kind[]).map((value) => ({ value, label: names[value] }))}
      />
      {entries.length === 0 ? (
        <EmptyState text={t("log.empty")} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("log.at")}</th>
              <th scope="col">{t("log.kind")}</th>
              <th scope="col">{t("log.text")}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.number}>
                <td>{format.dateTime(entry.at)}</td>
                <td>{names[entry.kind]}</td>
                <td>{entry.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
