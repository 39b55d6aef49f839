// What happened to the application so far, latest first: from where to where, who, when and why.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { ApplicationEvent } from "@/lib/api/types";
import { useStageName, useSubStatusName } from "../stages";
import styles from "./Candidate.module.css";

export function History({ events }: { events: readonly ApplicationEvent[] }) {
  const { t } = useTranslation("review");
  const formats = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const who = (event: ApplicationEvent) => {
    if (event.actor_kind === "person") return event.actor_name ?? t("history.person");
    return event.actor_kind === "ai" ? t("history.ai") : t("history.clock");
  };
  return (
    <ol className={styles.history}>
      {events.toReversed().map((event) => (
        <li key={`${event.created_at} ${event.to_sub_status}`}>
          <p>
            {event.from_status
              ? t("history.moved", { stage: stageName(event.to_status), status: subStatusName(event.to_sub_status) })
              : t("history.arrived", { stage: stageName(event.to_status), status: subStatusName(event.to_sub_status) })}
          </p>
          <p className={styles.faint}>
            {who(event)} · {formats.dateTime(event.created_at)}
          </p>
        </li>
      ))}
    </ol>
  );
}
