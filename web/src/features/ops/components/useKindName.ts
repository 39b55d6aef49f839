// The name of a kind of tasks.
import { useTranslation } from "react-i18next";
import { useTaskKindNames } from "@/entities/task/kinds";
import type { Task } from "@/lib/api/types";

/** The kinds that this version knows, in words. */
export function useKindNames(): Record<Task["kind"], string> {
  const { t } = useTranslation("ops");
  const seenByUsers = useTaskKindNames();
  return {
    ...seenByUsers,
    "account_mail.send": t("kind.account_mail_send"),
    "batch.unpack": t("kind.batch_unpack"),
    "calendar.refresh": t("kind.calendar_refresh"),
    "candidates.digest": t("kind.candidates_digest"),
    "email.send": t("kind.email_send"),
    "email.send_request": t("kind.email_send_request"),
    "interview.announce": t("kind.interview_announce"),
    "interview.announce_changes": t("kind.interview_announce_changes"),
    "interview.call_off": t("kind.interview_call_off"),
    "interview.remind": t("kind.interview_remind"),
    "interview.send_reminder": t("kind.interview_send_reminder"),
    "mailbox.poll": t("kind.mailbox_poll"),
    "model_batches.exchange": t("kind.model_batches_exchange"),
    "resume.evaluate": t("kind.resume_evaluate"),
    "resumes.evaluate": t("kind.resumes_evaluate"),
  };
}

/** Kinds in words; a kind of a newer version by its code name. */
export function useKindName(): (kind: Task["kind"]) => string {
  const names = useKindNames();
  return (kind) => names[kind] ?? kind;
}
