// Details of an interview: participants, time, place, notes, outcome and next step.
import { Alert, App, Button } from "antd";
import { CalendarPlus, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSubStatusName } from "@/entities/application/stages";
import { useCancelReason } from "@/entities/interview/cancelReason";
import { type NextStep, nextSteps, useMoveOn } from "@/entities/interview/nextSteps";
import { calendarHref } from "@/entities/interview/schedules";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import type { Schedule } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { SidePanel } from "@/ui/SidePanel";
import { dayOf } from "../logic/days";
import { ScheduleNotes } from "./ScheduleNotes";
import styles from "./SchedulePanel.module.css";
import { ScheduleTag } from "./ScheduleTag";
import { useDayName, useTimeRange } from "./times";

interface Props {
  schedule: Schedule;
  now: number;
  isBusy: boolean;
  onClose: () => void;
  onMark: (status: "completed" | "no_show" | "cancelled" | "scheduled") => void;
  onReschedule: () => void;
  onScheduleAgain: () => void;
  onLink: () => void;
}

export function SchedulePanel(props: Props) {
  const { schedule, now, isBusy, onMark } = props;
  const { t } = useTranslation(["schedule", "interview"]);
  const organizationId = useOrganizationId();
  const dayName = useDayName();
  const timeRange = useTimeRange();
  const subStatusName = useSubStatusName();
  const canEdit = useCan("schedule:edit");
  const canReview = useCan("schedule:review");
  const canSchedule = useCan("pipeline:schedule");
  const canOpenPipeline = useCanOpenPage("pipeline");
  const { candidate, application_id, status } = schedule;
  const name = candidate?.name ?? candidate?.email ?? t("interview:nameless");
  const isOpen = status === "scheduled";
  const cancelReason = useCancelReason()(schedule);
  return (
    <SidePanel title={name} onClose={props.onClose}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <ScheduleTag schedule={schedule} now={now} />
      </header>
      {schedule.is_conflicting ? (
        <Alert type="warning" showIcon title={t("conflict", { name: schedule.interviewer.name })} />
      ) : null}
      <dl className={styles.facts}>
        <Fact term={t("fact.time")}>
          {dayName(dayOf(new Date(schedule.start_time)))} · {timeRange(schedule)}
        </Fact>
        {candidate?.job_title ? <Fact term={t("fact.job")}>{candidate.job_title}</Fact> : null}
        {cancelReason ? <Fact term={t("fact.cancelled")}>{cancelReason}</Fact> : null}
        {candidate?.sub_status ? <Fact term={t("fact.status")}>{subStatusName(candidate.sub_status)}</Fact> : null}
        <Fact term={t("fact.round")}>{t("interview:round", { round: schedule.round })}</Fact>
        <Fact term={t("fact.interviewer")}>{schedule.interviewer.name}</Fact>
        {schedule.location ? <Fact term={t("fact.location")}>{schedule.location}</Fact> : null}
        {schedule.meeting_link ? (
          <Fact term={t("fact.link")}>
            <a href={schedule.meeting_link} target="_blank" rel="noreferrer">
              {schedule.meeting_link}
            </a>
          </Fact>
        ) : null}
        {!application_id && candidate?.email ? <Fact term={t("fact.email")}>{candidate.email}</Fact> : null}
      </dl>
      <div className={styles.actions}>
        {(canReview || canSchedule) && application_id ? (
          <LinkButton
            type={isOpen ? "primary" : "default"}
            to={href("interview", { id: application_id, schedule: schedule.id })}
          >
            {isOpen ? t("action.start") : t("action.records")}
          </LinkButton>
        ) : null}
        {canEdit && !application_id ? (
          <Button type="primary" onClick={props.onLink}>
            {t("action.link")}
          </Button>
        ) : null}
        {canEdit && isOpen ? (
          <>
            <Button loading={isBusy} onClick={() => onMark("completed")}>
              {t("action.complete")}
            </Button>
            <Button onClick={() => onMark("no_show")}>{t("action.no_show")}</Button>
            <Button onClick={props.onReschedule}>{t("action.reschedule")}</Button>
            <Button danger onClick={() => onMark("cancelled")}>
              {t("action.cancel")}
            </Button>
          </>
        ) : null}
        <Button
          href={calendarHref(organizationId, schedule.id)}
          download="interview.ics"
          icon={<CalendarPlus size={15} aria-hidden="true" />}
        >
          {t("action.calendar")}
        </Button>
      </div>
      <Next
        schedule={schedule}
        now={now}
        isBusy={isBusy}
        onReinstate={() => onMark("scheduled")}
        onScheduleAgain={props.onScheduleAgain}
      />
      <ScheduleNotes key={schedule.id} schedule={schedule} />
      {canOpenPipeline && application_id && candidate?.job_id ? (
        <p className={styles.elsewhere}>
          <Link to={href("pipeline", { job_id: candidate.job_id, id: application_id })}>
            {t("action.pipeline")} <ExternalLink size={14} aria-hidden="true" />
          </Link>
        </p>
      ) : null}
    </SidePanel>
  );
}

function Fact(props: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** The usual next move, if my role may move candidates. */
function Next(props: {
  schedule: Schedule;
  now: number;
  isBusy: boolean;
  onReinstate: () => void;
  onScheduleAgain: () => void;
}) {
  const { schedule } = props;
  const { t } = useTranslation("schedule");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const moveOn = useMoveOn();
  const canMove = useCan("pipeline:move");
  const canSchedule = useCan("pipeline:schedule");
  const canEdit = useCan("schedule:edit");
  const canStep = (step: NextStep) =>
    ({ schedule_again: canSchedule, reinstate: canEdit, to_onsite: canMove, to_offer: canMove })[step];
  const steps = nextSteps(schedule, props.now).filter(canStep);
  const id = schedule.application_id;
  if (steps.length === 0 || !id) return null;
  const names = {
    to_onsite: t("next.to_onsite"),
    to_offer: t("next.to_offer"),
    reinstate: t("next.reinstate"),
    schedule_again: t("next.schedule_again"),
  };
  const take = (step: NextStep) => {
    if (step === "schedule_again") return props.onScheduleAgain();
    if (step === "reinstate") return props.onReinstate();
    moveOn.mutate(
      { step, id },
      {
        onSuccess: () => void message.success(t("next.done")),
        onError: (error) =>
          void message.error(t("failed.why", { failed: t("failed.sub_status"), why: errorText(error) })),
      },
    );
  };
  return (
    <section className={styles.next} aria-label={t("next.title")}>
      <h3>{t("next.title")}</h3>
      <div className={styles.actions}>
        {steps.map((step, at) => (
          <Button
            key={step}
            type={at === 0 ? "primary" : "default"}
            loading={moveOn.isPending || (step === "reinstate" && props.isBusy)}
            onClick={() => take(step)}
          >
            {names[step]}
          </Button>
        ))}
      </div>
    </section>
  );
}
