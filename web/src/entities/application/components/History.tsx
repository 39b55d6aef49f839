// Move history of an application, newest first.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { HistoryEntry } from "@/lib/api/types";
import { useStageName, useSubStatusName } from "../stages";
import styles from "./Candidate.module.css";

export function History({ events }: { events: readonly HistoryEntry[] }) {
  const { t } = useTranslation("review");
  const formats = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const who = ({ actor }: HistoryEntry) => {
    switch (actor.kind) {
      case "person":
        return actor.name ?? t("history.person");
      case "ai":
        return t("history.ai");
      case "candidate":
        return t("history.candidate");
      default:
        return t("history.clock");
    }
  };
  return (
    <ol className={styles.history}>
      {events.toReversed().map((event) => (
        <li key={`${event.at} ${event.to.sub_status}`}>
          <p>
            {t(event.from ? "history.moved" : "history.arrived", {
              stage: stageName(event.to.status),
              status: subStatusName(event.to.sub_status),
            })}
          </p>
          <p className={styles.faint}>
            {who(event)} · {formats.dateTime(event.at)}
          </p>
        </li>
      ))}
    </ol>
  );
}
