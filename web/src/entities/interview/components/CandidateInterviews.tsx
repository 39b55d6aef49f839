// A candidate's interviews: scheduled and recorded ones, with actions to schedule and start one.

import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { STAGE } from "@/entities/application/stages";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { lazyPart } from "@/ui/late/lazyPart";
import { useCancelReason } from "../cancelReason";
import { useSchedulesOf } from "../schedules";
import { BookingLinkButtons } from "./BookingLinkButtons";
import styles from "./CandidateInterviews.module.css";
import { InterviewRecords } from "./InterviewRecords";

const ScheduleDialog = lazyPart(
  async () => ({ default: (await import("./ScheduleDialog")).ScheduleDialog }),
  "overlay",
);

export function CandidateInterviews({ detail }: { detail: ApplicationDetail }) {
  const { t } = useTranslation("interview");
  const formats = useFormats();
  const schedules = useSchedulesOf(detail.id);
  const canSchedule = useCan("pipeline:schedule");
  const canOpenInterview = useCanOpenRoute("interview");
  const [planning, setPlanning] = useState<"new" | "again" | null>(null);
  const name = detail.person.name ?? t("nameless");
  const isInterviewed = detail.status === STAGE.online || detail.status === STAGE.onsite;
  const items = schedules.data?.items ?? [];
  const planned = items.filter(({ status }) => status === "scheduled");
  // Latest first: a cancelled interview only matters if nothing is scheduled.
  const cancelled = planned.length === 0 && items[0]?.status === "cancelled" ? items[0] : null;
  const cancelReason = useCancelReason();
  const isOut = detail.archive_reason !== null && detail.archive_reason !== undefined;
  return (
    <div className={styles.interviews}>
      {isInterviewed ? (
        <div className={styles.actions}>
          {canOpenInterview ? (
            <LinkButton
              type={planned.length > 0 ? "primary" : "default"}
              to={href("interview", { id: detail.id, schedule: planned[0]?.id ?? null })}
            >
              {t("start")}
            </LinkButton>
          ) : null}
          {canSchedule ? (
            <>
              <Button onClick={() => setPlanning("new")}>{t("dialog.title")}</Button>
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
      {cancelled && isInterviewed ? (
        <p className={styles.cancelled}>
          <span>
            {t("cancelled.at", { time: formats.dateTime(cancelled.start_time) })} {cancelReason(cancelled)}
          </span>
          {canSchedule && !isOut ? (
            <Button size="small" onClick={() => setPlanning("again")}>
              {t("cancelled.again")}
            </Button>
          ) : null}
        </p>
      ) : null}
      <InterviewRecords applicationId={detail.id} />
      <Suspense>
        {planning ? (
          <ScheduleDialog
            candidate={{ applicationId: detail.id, name }}
            schedule={null}
            former={planning === "again" ? cancelled : null}
            onClose={() => setPlanning(null)}
            onSaved={() => setPlanning(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
