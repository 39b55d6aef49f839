// The kinds of tasks in words.
import { useTranslation } from "react-i18next";
import type { TrayKind } from "./tasks";

/** The kinds that users see. */
export function useTaskKindNames() {
  const { t } = useTranslation("tasks");
  return {
    "job.draft": t("kind.job_draft"),
    "email.generate": t("kind.email_generate"),
    "email.send_request": t("kind.email_send"),
    "interview.check_timeout": t("kind.check_timeout"),
    "interview.announce": t("kind.interview_announce"),
    "interview.announce_changes": t("kind.interview_announce"),
    "interview.call_off": t("kind.interview_call_off"),
    "offer.notify": t("kind.offer_notify"),
    "offer.mail": t("kind.offer_notify"),
    "interview.follow_up": t("kind.interview_follow_up"),
    "batch.clear": t("kind.batch_clear"),
    "batch.promote": t("kind.batch_promote"),
    "batch.retry": t("kind.batch_retry"),
    "text.translate": t("kind.text_translate"),
    "pool.rank": t("kind.pool_rank"),
    "applications.evaluate": t("kind.applications_evaluate"),
    "dashboard.export": t("kind.dashboard_export"),
    "judge.measure": t("kind.judge_measure"),
    "dashboard.insights": t("kind.dashboard_insights"),
    "resumes.reprocess": t("kind.resumes_reprocess"),
    "resume.analyze": t("kind.resume_analyze"),
  } satisfies Record<TrayKind, string>;
}
