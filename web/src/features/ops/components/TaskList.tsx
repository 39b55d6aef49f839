// The tasks behind a figure, and retrying failed ones.
import { App, Button, Pagination, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useReasonName } from "@/entities/task/reason";
import { useFormats } from "@/i18n/format";
import { useErrorText } from "@/ui/errorText";
import { useLastPage } from "@/ui/lists/useLastPage";
import { QueryView } from "@/ui/states/QueryView";
import {
  MAX_REDRIVEN,
  PAGE_SIZE,
  type RedriveInput,
  type TaskFilter,
  useOpsTasks,
  useRedrive,
} from "../api/operations";
import { KindName } from "./KindName";
import { OpsTable } from "./OpsTable";
import { ReasonName } from "./ReasonName";
import styles from "./TaskList.module.css";
import { useCategoryNames } from "./useCategoryNames";
import { useKindName } from "./useKindName";
import { useLaneName } from "./useLaneName";
import { useStateNames } from "./useStateNames";

/** Where figures lead to. */
export const TASKS_ID = "tasks";

interface Props {
  filter: TaskFilter;
  page: number;
  onPage: (page: number) => void;
}

export function TaskList({ filter, page, onPage }: Props) {
  const { t } = useTranslation("ops");
  const { message } = App.useApp();
  const format = useFormats();
  const errorText = useErrorText();
  const laneName = useLaneName();
  const kindName = useKindName();
  const reasonName = useReasonName();
  const tasks = useOpsTasks(filter, page);
  useLastPage({ query: tasks, page, pageSize: PAGE_SIZE, onPage });
  const redrive = useRedrive();
  const again = (body: RedriveInput) =>
    redrive.mutate(body, {
      onSuccess: (done) => message.success(t("redriven", { count: done?.redriven ?? 0 })),
      onError: (error) => message.error(errorText(error)),
    });
  const names = useStateNames();
  const categories = useCategoryNames();
  const times = { hour: t("within.hour"), day: t("within.day") };
  const requestNames = { in_progress: t("models.in_flight"), last_minute: t("models.minute") };
  const { state = "failed", account, requests, ...scope } = filter;
  const titleOf = (organization: string | null | undefined) => {
    const about = [
      scope.lane ? laneName(scope.lane) : null,
      scope.kind ? kindName(scope.kind) : null,
      scope.reason ? reasonName(scope.reason) : null,
      scope.category ? categories[scope.category] : null,
      scope.organization_id ? organization : null,
      scope.finished_within ? times[scope.finished_within] : null,
      account ? requestNames[requests ?? "in_progress"] : null,
      account,
    ];
    return [names[state], about.filter(Boolean).join(" · ")].filter(Boolean).join(": ");
  };
  return (
    <QueryView query={tasks} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
      {({ items, total }) => (
        <div id={TASKS_ID} className={styles.tasks}>
          <OpsTable
            title={titleOf(items[0]?.organization_name)}
            empty={t("tasks.none")}
            heads={[
              t("tasks.kind"),
              t("tasks.organization"),
              t("tasks.attempts"),
              t("tasks.reason"),
              t("tasks.detail"),
              t("tasks.created"),
              t("tasks.ended"),
              "",
            ]}
            actions={
              state === "failed" && items.some((task) => task.can_redrive) ? (
                <Button loading={redrive.isPending} onClick={() => again(scope)}>
                  {t("tasks.redrive_all", { count: Math.min(total, MAX_REDRIVEN) })}
                </Button>
              ) : null
            }
            rows={items.map((task) => ({
              key: task.id,
              cells: [
                <KindName key="kind" kind={task.kind} />,
                task.organization_name ?? "—",
                format.number(task.attempts),
                task.reason ? <ReasonName key="reason" reason={task.reason} /> : "—",
                task.detail ?? "—",
                format.dateTime(task.created_at),
                task.finished_at ? format.dateTime(task.finished_at) : "—",
                task.can_redrive ? (
                  <Button
                    key="redrive"
                    size="small"
                    loading={redrive.isPending}
                    aria-label={`${t("tasks.redrive")} ${kindName(task.kind)}`}
                    onClick={() => again({ ids: [task.id] })}
                  >
                    {t("tasks.redrive")}
                  </Button>
                ) : null,
              ],
            }))}
          />
          {total > PAGE_SIZE ? (
            <Pagination current={page} pageSize={PAGE_SIZE} total={total} showSizeChanger={false} onChange={onPage} />
          ) : null}
        </div>
      )}
    </QueryView>
  );
}
