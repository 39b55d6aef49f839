// Header of the cockpit: language, interviewer or interview link, and generating all texts.
import { AutoComplete, Button, Radio } from "antd";
import { ArrowLeft, Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EMAIL_LANGUAGES } from "@/entities/email/model";
import type { EmailLanguage, EmailType } from "@/lib/api/types";
import { PageHeader } from "@/ui/PageHeader";
import styles from "./EmailCockpit.module.css";
import { InterviewerSelect } from "./InterviewerSelect";
import { useEmailLabels } from "./useEmailLabels";

const INVITATIONS: readonly EmailType[] = ["online_invitation", "onsite_invitation"];

interface Props {
  type: EmailType;
  /** Own: each candidate's. */
  language: EmailLanguage | "own";
  onLanguage: (language: EmailLanguage | "own") => void;
  interviewerId: string | null;
  onInterviewer: (id: string | null) => void;
  calendarLink: string;
  bookingLinks: { value: string; label: string }[];
  onCalendarLink: (link: string) => void;
  /** The number of emails to generate. */
  toGenerate: number;
  isGenerating: boolean;
  canWrite: boolean;
  onGenerate: () => void;
  onBack: () => void;
}

export function CockpitHeader(props: Props) {
  const { t } = useTranslation("email");
  const { types, languages } = useEmailLabels();
  const isInvitation = INVITATIONS.includes(props.type);
  return (
    <div className={styles.head}>
      <Button
        type="text"
        icon={<ArrowLeft size={16} aria-hidden="true" />}
        aria-label={t("back")}
        onClick={props.onBack}
      />
      <PageHeader
        title={types[props.type]}
        context={
          <Radio.Group
            aria-label={t("language.label")}
            value={props.language}
            onChange={(event) => props.onLanguage(event.target.value as EmailLanguage | "own")}
            options={[
              ...EMAIL_LANGUAGES.map((value) => ({ value, label: languages[value] })),
              { value: "own", label: t("language.own") },
            ]}
          />
        }
        actions={
          <>
            {isInvitation ? (
              <InterviewerSelect
                className={styles.interviewer ?? ""}
                value={props.interviewerId}
                onChange={props.onInterviewer}
              />
            ) : null}
            {isInvitation && !props.interviewerId ? (
              <AutoComplete
                className={styles.link ?? ""}
                aria-label={t("calendar_link")}
                placeholder={t("calendar_link")}
                options={props.bookingLinks}
                value={props.calendarLink}
                onChange={props.onCalendarLink}
              />
            ) : null}
            <Button
              icon={<Sparkles size={15} aria-hidden="true" />}
              loading={props.isGenerating}
              disabled={props.toGenerate === 0 || !props.canWrite}
              onClick={props.onGenerate}
            >
              {props.toGenerate > 0 ? t("write.all", { count: props.toGenerate }) : t("write.done")}
            </Button>
          </>
        }
      />
    </div>
  );
}
