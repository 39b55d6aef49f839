// The kinds of tasks in words.
import { useTranslation } from "react-i18next";
import type { TrayKind } from "./tasks";

/** The kinds that users see. */
export function useTaskKindNames() {
  const { t } = useTranslation();
  return {
    "job.draft": t("tray.kind.job_draft"),
    "email.generate": t("tray.kind.email_generate"),
    "email.send_request": t("tray.kind.email_send"),
    "interview.check_timeout": t("tray.kind.check_timeout"),
    "interview.announce": t("tray.kind.interview_announce"),
    "interview.announce_changes": t("tray.kind.interview_announce"),
    "interview.call_off": t("tray.kind.interview_call_off"),
    "offer.notify": t("tray.kind.offer_notify"),
    "interview.follow_up": t("tray.kind.interview_follow_up"),
    "batch.clear": t("tray.kind.batch_clear"),
    "batch.promote": t("tray.kind.batch_promote"),
    "batch.retry": t("tray.kind.batch_retry"),
    "text.translate": t("tray.kind.text_translate"),
    "pool.rank": t("tray.kind.pool_rank"),
    "applications.evaluate": t("tray.kind.applications_evaluate"),
    "dashboard.export": t("tray.kind.dashboard_export"),
    "judge.measure": t("tray.kind.judge_measure"),
    "dashboard.insights": t("tray.kind.dashboard_insights"),
    "resumes.reprocess": t("tray.kind.resumes_reprocess"),
    "resume.analyze": t("tray.kind.resume_analyze"),
  } satisfies Record<TrayKind, string>;
}
