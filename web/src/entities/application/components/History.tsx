// Move history of an application, newest first.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { HistoryEntry } from "@/lib/api/types";
import { LEVEL, useStageName, useSubStatusName } from "../stages";
import styles from "./Candidate.module.css";

function textOf({ from, level }: HistoryEntry) {
  if (from) return "history.moved";
  return level === LEVEL.toBeEvaluated ? "history.not_evaluated" : "history.arrived";
}

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
            {t(textOf(event), {
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
