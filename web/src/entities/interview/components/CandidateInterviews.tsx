// The interviews of one candidate: what is scheduled, what was recorded, and the ways to schedule and start one.
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { STAGE } from "@/entities/application/stages";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { useSchedulesOf } from "../schedules";
import { BookingLinkButtons } from "./BookingLinkButtons";
import styles from "./CandidateInterviews.module.css";
import { InterviewRecords } from "./InterviewRecords";

const ScheduleDialog = lazy(async () => ({ default: (await import("./ScheduleDialog")).ScheduleDialog }));

export function CandidateInterviews({ detail }: { detail: ApplicationDetail }) {
  const { t } = useTranslation("interview");
  const formats = useFormats();
  const schedules = useSchedulesOf(detail.id);
  const canSchedule = useCan("pipeline:schedule");
  const opensInterview = useCanOpenRoute("interview");
  const [isPlanning, setPlanning] = useState(false);
  const name = detail.person.name ?? t("nameless");
  const isInterviewed = detail.status === STAGE.online || detail.status === STAGE.onsite;
  const planned = (schedules.data?.items ?? []).filter(({ status }) => status === "scheduled");
  return (
    <div className={styles.interviews}>
      {isInterviewed ? (
        <div className={styles.actions}>
          {opensInterview ? (
            <LinkButton
              type={planned.length > 0 ? "primary" : "default"}
              to={href("interview", { id: detail.id, schedule: planned[0]?.id ?? null })}
            >
              {t("start")}
            </LinkButton>
          ) : null}
          {canSchedule ? (
            <>
              <Button onClick={() => setPlanning(true)}>{t("dialog.title")}</Button>
              <BookingLinkButtons applicationId={detail.id} />
            </>
          ) : null}
        </div>
      ) : null}
      {planned.length > 0 ? (
        <ul className={styles.planned}>
          {planned.map((schedule) => (
            <li key={schedule.id}>
              {formats.dateTime(schedule.start_time)} · {t("round", { round: schedule.round })} ·{" "}
              {schedule.interviewer.name}
            </li>
          ))}
        </ul>
      ) : null}
      <InterviewRecords applicationId={detail.id} />
      <Suspense>
        {isPlanning ? (
          <ScheduleDialog
            candidate={{ applicationId: detail.id, name }}
            schedule={null}
            onClose={() => setPlanning(false)}
            onSaved={() => setPlanning(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
