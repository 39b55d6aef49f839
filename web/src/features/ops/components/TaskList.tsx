// The tasks behind a figure, and trying failed ones again.
import { App, Button, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { type TaskFilter, useOpsTasks, useRedrive } from "../api/operations";
import { OpsTable } from "./OpsTable";

export function TaskList({ filter }: { filter: TaskFilter }) {
  const { t } = useTranslation("ops");
  const { message } = App.useApp();
  const format = useFormats();
  const errorText = useErrorText();
  const tasks = useOpsTasks(filter);
  const redrive = useRedrive();
  const again = (body: Parameters<typeof redrive.mutate>[0]) =>
    redrive.mutate(body, {
      onSuccess: (done) => message.success(t("redriven", { count: done?.redriven ?? 0 })),
      onError: (error) => message.error(errorText(error)),
    });
  const failed = (filter.state ?? "failed") === "failed";
  const names = {
    waiting: t("state.waiting"),
    running: t("state.running"),
    later: t("state.later"),
    completed: t("state.completed"),
    failed: t("state.failed"),
  };
  const about = [filter.lane, filter.kind, filter.reason].filter(Boolean).join(" · ");
  const title = [names[filter.state ?? "failed"], about].filter(Boolean).join(": ");
  return (
    <QueryView query={tasks} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
      {(page) => (
        <OpsTable
          title={title}
          empty={t("tasks.none")}
          heads={[
            t("tasks.kind"),
            t("tasks.organization"),
            t("tasks.attempts"),
            t("tasks.reason"),
            t("tasks.created"),
            "",
          ]}
          actions={
            failed && page.items.some((task) => task.can_redrive) ? (
              <Button
                loading={redrive.isPending}
                onClick={() =>
                  again({
                    ...(filter.kind ? { kind: filter.kind } : {}),
                    ...(filter.reason ? { reason: filter.reason } : {}),
                    ...(filter.organization_id || filter.lane ? { ids: page.items.map((task) => task.id) } : {}),
                  })
                }
              >
                {t("tasks.redrive_all", { count: page.total })}
              </Button>
            ) : null
          }
          rows={page.items.map((task) => ({
            key: task.id,
            cells: [
              task.kind,
              task.organization_name ?? "—",
              format.number(task.attempts),
              task.reason ?? "—",
              format.dateTime(task.created_at),
              task.can_redrive ? (
                <Button
                  key="redrive"
                  size="small"
                  loading={redrive.isPending}
                  aria-label={`${t("tasks.redrive")} ${task.kind}`}
                  onClick={() => again({ ids: [task.id] })}
                >
                  {t("tasks.redrive")}
                </Button>
              ) : null,
            ],
          }))}
        />
      )}
    </QueryView>
  );
}
