// Who gets an email when an interview is saved, before it is.
import { useTranslation } from "react-i18next";
import type { InterviewAvailability, Schedule } from "@/lib/api/types";
import { mailedOf } from "../availability";
import { formOf, type ScheduleForm } from "../scheduleForm";
import { UNDO_SECONDS } from "../schedules";
import styles from "./ScheduleDialog.module.css";

interface Props {
  form: ScheduleForm;
  /** The interview as it is stored; null for a new one. */
  schedule: Schedule | null;
  /** The interviewer's name. */
  interviewer: string;
  availability: InterviewAvailability;
}

export function MailNotice({ form, schedule, interviewer: name, availability }: Props) {
  const { t } = useTranslation("interview");
  const mailed = mailedOf(form, schedule && formOf(schedule), availability, Date.now());
  const undo = UNDO_SECONDS;
  const textOf = () => {
    if (mailed === "past") return t("mails.past");
    if (mailed === "no_candidate") return t("mails.no_candidate");
    if (mailed === "internal") return t("mails.internal");
    if (mailed.candidate && mailed.interviewer) return t("mails.both", { name, undo });
    if (mailed.candidate) return t("mails.candidate", { name, undo });
    return mailed.interviewer ? t("mails.interviewer", { name, undo }) : t("mails.nobody", { name });
  };
  const former = schedule?.interviewer;
  const isReplaced = typeof mailed === "object" && Boolean(former?.user_id) && former?.user_id !== form.interviewerId;
  return (
    <p className={styles.mails} aria-live="polite">
      {textOf()} {isReplaced ? t("mails.replaced", { name: former?.name }) : null}
    </p>
  );
}
