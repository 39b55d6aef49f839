// Interviews as a list: upcoming, then past ones, each with its next action.
import { Button } from "antd";
import { Video } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { EmptyState } from "@/ui/states/EmptyState";
import { type AgendaDay, agendaOf, needsOutcome, proximity } from "../logic/agenda";
import styles from "./Agenda.module.css";
import { ScheduleTag } from "./ScheduleTag";
import { useDayName, useTimeRange } from "./times";

interface Props {
  schedules: readonly Schedule[];
  now: number;
  openId: string | null;
  canReview: boolean;
  canEdit: boolean;
  onOpen: (id: string) => void;
  onMark: (schedule: Schedule, status: "completed" | "no_show") => void;
  onOlder: () => void;
  /** Start of the shown past. */
  since: string;
  isLoading: boolean;
}

export function Agenda(props: Props) {
  const { t } = useTranslation("schedule");
  const { upcoming, past } = agendaOf(props.schedules, props.now);
  const dayName = useDayName();
  return (
    <div>
      <section aria-label={t("upcoming")}>
        <h2 className="visually-hidden">{t("upcoming")}</h2>
        {upcoming.length === 0 ? <EmptyState text={t("empty.upcoming")} hint={t("empty.hint")} /> : null}
        {upcoming.map((day) => (
          <Day key={day.day} day={day} {...props} />
        ))}
      </section>
      <section aria-label={t("past")}>
        <h2 className={styles.past}>{t("past")}</h2>
        {past.length === 0 ? <p className={styles.none}>{t("empty.past", { date: dayName(props.since) })}</p> : null}
        {past.map((day) => (
          <Day key={day.day} day={day} {...props} />
        ))}
        <Button className={styles.older ?? ""} loading={props.isLoading} onClick={props.onOlder}>
          {t("older")}
        </Button>
      </section>
    </div>
  );
}

function Day({ day, ...props }: Props & { day: AgendaDay }) {
  const { t } = useTranslation("schedule");
  const dayName = useDayName();
  return (
    <>
      <h3 className={styles.day}>
        {dayName(day.day)} <span>{t("count", { count: day.schedules.length })}</span>
      </h3>
      <ul>
        {day.schedules.map((schedule) => (
          <Row key={schedule.id} schedule={schedule} {...props} />
        ))}
      </ul>
    </>
  );
}

function Row({ schedule, now, openId, canReview, canEdit, onOpen, onMark }: Props & { schedule: Schedule }) {
  const { t } = useTranslation(["schedule", "interview"]);
  const timeRange = useTimeRange();
  const { candidate, application_id } = schedule;
  const name = candidate?.name ?? candidate?.email ?? t("interview:nameless");
  const isDue = needsOutcome(schedule, now);
  const near = proximity(schedule, now);
  const facts = [
    candidate?.job_title,
    t("interview:round", { round: schedule.round }),
    schedule.interviewer.name,
    schedule.location,
  ].filter(Boolean);
  return (
    <li
      className={styles.row}
      data-open={schedule.id === openId}
      data-off={schedule.status === "cancelled"}
      data-schedule={schedule.id}
    >
      <button type="button" className={styles.main} onClick={() => onOpen(schedule.id)}>
        <span className={styles.time}>{timeRange(schedule)}</span>
        <span className={styles.who}>
          <strong>{name}</strong>
          <span className={styles.facts}>{facts.join(" · ")}</span>
        </span>
        <span className={styles.tags}>
          {application_id ? null : <span className={styles.unlinked}>{t("unlinked")}</span>}
          <ScheduleTag schedule={schedule} now={now} />
        </span>
      </button>
      <span className={styles.actions}>
        {schedule.meeting_link && schedule.status === "scheduled" && !isDue && near !== "later" ? (
          <Button
            href={schedule.meeting_link}
            target="_blank"
            rel="noreferrer"
            icon={<Video size={15} aria-hidden="true" />}
          >
            {t("join")}
          </Button>
        ) : null}
        {canEdit && isDue ? (
          <>
            <Button onClick={() => onMark(schedule, "completed")}>{t("action.complete")}</Button>
            <Button onClick={() => onMark(schedule, "no_show")}>{t("action.no_show")}</Button>
          </>
        ) : null}
        {canReview && application_id && schedule.status === "scheduled" && !isDue && near !== "later" ? (
          <LinkButton
            type={near === "soon" ? "primary" : "default"}
            to={href("interview", { id: application_id, schedule: schedule.id })}
          >
            {t("action.start")}
          </LinkButton>
        ) : null}
      </span>
    </li>
  );
}
