// /schedule: interviews of the past week and upcoming ones, as list, day or week.

import { Button, Segmented, Skeleton, Switch } from "antd";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchedules } from "@/entities/interview/schedules";
import { useCan } from "@/entities/session/memberships";
import { useCurrentMembership } from "@/entities/session/session";
import { useTimeZone } from "@/i18n/dateStyle";
import type { Schedule } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { useOpenedItem } from "@/ui/forms/unsavedStore";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { StaleNotice } from "@/ui/states/QueryView";
import { useIsPhone } from "@/ui/theme/appearance";
import { Agenda } from "../components/Agenda";
import { CalendarGrid } from "../components/CalendarGrid";
import { DepartedNotice } from "../components/DepartedNotice";
import { SchedulePanel } from "../components/SchedulePanel";
import { useDayName, useDayRange } from "../components/times";
import { useCurrentMinute } from "../components/useCurrentMinute";
import { useScheduleActions } from "../components/useScheduleActions";
import { addDays, dayOf, startOf, weekOf } from "../logic/days";
import { type ScheduleView, spanOf, type ViewKind, viewOf, withView } from "../logic/view";
import styles from "./ScheduleRoute.module.css";

const ScheduleDialog = lazyPart(
  async () => ({
    default: (await import("@/entities/interview/components/ScheduleDialog")).ScheduleDialog,
  }),
  "overlay",
);
const HoursDialog = lazyPart(
  async () => ({ default: (await import("../components/HoursDialog")).HoursDialog }),
  "overlay",
);
const LinkDialog = lazyPart(
  async () => ({ default: (await import("../components/LinkDialog")).LinkDialog }),
  "overlay",
);

/** What the scheduling dialog is open for. */
type Planning = {
  schedule: Schedule | null;
  candidate: { applicationId: string; name: string } | null;
  /** The interview that the new one replaces. */
  former: Schedule | null;
  /** When a free place of the calendar begins. */
  start?: string;
};

export function ScheduleRoute() {
  const { t } = useTranslation(["schedule", "interview", "common"]);
  const errorText = useErrorText();
  const phone = useIsPhone();
  const now = useCurrentMinute();
  // Days begin at its midnight.
  useTimeZone();
  const today = dayOf(new Date(now));
  const [params, setParams] = useSearchParams();
  const isInterviewer = useCurrentMembership().role === "interviewer";
  const view = viewOf(params, today, isInterviewer);
  // A week does not fit a phone.
  const kind: ViewKind = phone && view.kind === "week" ? "day" : view.kind;
  const show = (change: Partial<ScheduleView>) =>
    setParams((former) => withView(former, change, today, isInterviewer), { replace: true });
  const { first, last } = spanOf({ ...view, kind }, today);
  const schedules = useSchedules({
    from: startOf(first).toISOString(),
    ...(last ? { to: startOf(addDays(last, 1)).toISOString() } : {}),
    mine: view.mine,
  });
  const { mark, move, isPending } = useScheduleActions();
  const plans = useCan("schedule:create");
  const canScheduleFromPipeline = useCan("pipeline:schedule");
  const canPlan = plans || canScheduleFromPipeline;
  const canEdit = useCan("schedule:edit");
  const canReview = useCan("schedule:review");
  const [planning, setPlanning] = useState<Planning | null>(null);
  const [isHoursOpen, setHours] = useState(false);
  const [linking, setLinking] = useState<Schedule | null>(null);
  const items = schedules.data ?? [];
  const opened = useOpenedItem(
    items.find(({ id }) => id === view.id),
    view.id,
  );

  const onMark = async (schedule: Schedule, status: "completed" | "no_show" | "cancelled" | "scheduled") => {
    // The panel shows the next step.
    if (await mark(schedule, status)) show({ id: schedule.id });
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        context={
          <span className={styles.mine}>
            <Switch size="small" checked={view.mine} aria-label={t("mine")} onChange={(mine) => show({ mine })} />
            <span aria-hidden="true">{t("mine")}</span>
          </span>
        }
        actions={
          <>
            <Segmented<ViewKind>
              aria-label={t("view.label")}
              value={kind}
              onChange={(chosen) => show({ kind: chosen })}
              options={[
                { value: "list", label: t("view.list") },
                { value: "day", label: t("view.day") },
                ...(phone ? [] : [{ value: "week" as const, label: t("view.week") }]),
              ]}
            />
            {canReview || canPlan ? <Button onClick={() => setHours(true)}>{t("hours.action")}</Button> : null}
            {canPlan ? (
              <Button type="primary" onClick={() => setPlanning({ schedule: null, candidate: null, former: null })}>
                {t("action.schedule")}
              </Button>
            ) : null}
          </>
        }
      />
      <DepartedNotice />
      {kind === "list" ? null : <Steps view={{ ...view, kind }} today={today} onShow={show} />}
      <div>
        {schedules.data === undefined && schedules.error ? (
          <div role="alert">
            <EmptyState
              text={t("failed.why", { failed: t("failed.load"), why: errorText(schedules.error) })}
              action={<Button onClick={() => void schedules.refetch()}>{t("common:action.retry")}</Button>}
            />
          </div>
        ) : schedules.data === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        ) : (
          <>
            {schedules.error ? <StaleNotice retry={() => void schedules.refetch()} /> : null}
            {kind === "list" ? (
              <Agenda
                schedules={items}
                now={now}
                openId={view.id}
                canEdit={canEdit}
                canReview={canReview}
                onOpen={(id) => show({ id })}
                onMark={(schedule, status) => void onMark(schedule, status)}
                onOlder={() => show({ older: view.older + 1 })}
                since={first}
                isLoading={schedules.isFetching}
              />
            ) : (
              <CalendarGrid
                days={kind === "day" ? [view.day] : weekOf(view.day)}
                schedules={items}
                now={now}
                openId={view.id}
                canMove={canEdit}
                onOpen={(id) => show({ id })}
                onMove={(schedule, to) => void move(schedule, to)}
                onPlan={
                  canPlan ? (start) => setPlanning({ schedule: null, candidate: null, former: null, start }) : null
                }
              />
            )}
          </>
        )}
      </div>
      <UnsavedScope params={["id"]}>
        {opened ? (
          <SchedulePanel
            schedule={opened}
            now={now}
            isBusy={isPending}
            onClose={() => show({ id: null })}
            onMark={(status) => void onMark(opened, status)}
            onReschedule={() => setPlanning({ schedule: opened, candidate: null, former: null })}
            onScheduleAgain={() =>
              setPlanning({
                schedule: null,
                candidate: opened.application_id
                  ? { applicationId: opened.application_id, name: opened.candidate?.name ?? t("interview:nameless") }
                  : null,
                former: opened.status === "completed" ? null : opened,
              })
            }
            onLink={() => setLinking(opened)}
          />
        ) : null}
      </UnsavedScope>
      <Suspense>
        {planning ? (
          <ScheduleDialog
            schedule={planning.schedule}
            candidate={planning.candidate}
            former={planning.former}
            {...(planning.start ? { start: planning.start } : {})}
            onClose={() => setPlanning(null)}
            onSaved={({ id }) => {
              setPlanning(null);
              show({ id });
            }}
          />
        ) : null}
        {isHoursOpen ? <HoursDialog onClose={() => setHours(false)} /> : null}
        {linking ? <LinkDialog schedule={linking} onClose={() => setLinking(null)} /> : null}
      </Suspense>
    </>
  );
}

/** Navigates to the previous or next day or week. */
function Steps(props: { view: ScheduleView; today: string; onShow: (change: Partial<ScheduleView>) => void }) {
  const { t } = useTranslation("schedule");
  const dayName = useDayName();
  const dayRange = useDayRange();
  const { view, today, onShow } = props;
  const step = view.kind === "day" ? 1 : 7;
  const week = weekOf(view.day);
  return (
    <div className={styles.steps}>
      <Button
        aria-label={t("step.back")}
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onShow({ day: addDays(view.day, -step) })}
      />
      <Button onClick={() => onShow({ day: today })}>{t("step.today")}</Button>
      <Button
        aria-label={t("step.forward")}
        icon={<ChevronRight size={16} aria-hidden="true" />}
        onClick={() => onShow({ day: addDays(view.day, step) })}
      />
      <span aria-live="polite">
        {view.kind === "day" ? dayName(view.day) : dayRange(week[0] ?? view.day, week[6] ?? view.day)}
      </span>
    </div>
  );
}
