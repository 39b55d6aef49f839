// The schedulers' crons, with their latest and next runs.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { OpsOverview } from "@/lib/api/types";
import { cronState } from "../logic/crons";
import { OpsTable } from "./OpsTable";
import { useCronName } from "./useCronName";

interface Props {
  crons: OpsOverview["crons"];
  readAt: string;
}

export function CronTable({ crons, readAt }: Props) {
  const { t } = useTranslation("ops");
  const format = useFormats();
  const name = useCronName();
  const every = (seconds: number) =>
    seconds % 3_600 === 0
      ? t("crons.hours", { count: seconds / 3_600 })
      : t("crons.minutes", { count: Math.max(1, Math.round(seconds / 60)) });
  const result = (cron: OpsOverview["crons"][number]) =>
    ({
      running: t("crons.running"),
      failed: t("crons.failed"),
      completed: t("crons.completed"),
      overdue: t("crons.overdue"),
    })[cronState(cron, Date.parse(readAt))];
  return (
    <OpsTable
      title={t("crons.title")}
      empty={t("crons.none")}
      heads={[t("crons.name"), t("crons.every"), t("crons.last"), t("crons.result"), t("crons.next")]}
      rows={crons.map((cron) => ({
        key: cron.name,
        cells: [
          <span key="name" title={cron.name}>
            {name(cron.name)}
          </span>,
          every(cron.every_seconds),
          format.ago(cron.started_at),
          result(cron),
          format.dateTime(cron.next_at),
        ],
      }))}
    />
  );
}
