// Whose free slots an invitation offers: chosen here, or by the server for each job.
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useInterviewers } from "@/entities/interview/interviewers";

interface Props {
  className: string;
  /** Null: the server chooses. */
  value: string | null;
  onChange: (userId: string | null) => void;
}

export function InterviewerSelect({ className, value, onChange }: Props) {
  const { t } = useTranslation("email");
  const interviewers = useInterviewers();
  return (
    <Select<string>
      className={className}
      aria-label={t("interviewer")}
      placeholder={t("interviewer_auto")}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      {...(value ? { value } : {})}
      onChange={(userId: string | undefined) => onChange(userId ?? null)}
      options={interviewers.map(({ user_id, label }) => ({ value: user_id, label }))}
    />
  );
}
