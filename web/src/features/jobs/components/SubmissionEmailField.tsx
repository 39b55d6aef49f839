// The email address that receives resumes for a job: edit, copy, or regenerate with undo.
import { App, Button, Input, Space } from "antd";
import { Copy, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNewSubmissionEmail, useSaveJob } from "@/entities/job/queries";
import type { Job } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { useCopy } from "@/ui/useCopy";

interface Props {
  id: string;
  /** Null for a new job, which gets an address when saved. */
  job: Job | null;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
}

export function SubmissionEmailField({ id, job, value, readOnly, onChange }: Props) {
  const { t } = useTranslation("jobs");
  const copy = useCopy();
  return (
    <Space.Compact block>
      <Input
        id={id}
        type="email"
        readOnly={readOnly}
        value={value}
        placeholder={job ? "" : t("submission.made_up")}
        onChange={(event) => onChange(event.target.value)}
      />
      {job ? (
        <>
          <Button
            icon={<Copy size={15} aria-hidden="true" />}
            aria-label={t("submission.copy")}
            title={t("submission.copy")}
            disabled={value === ""}
            onClick={() => void copy(value, t("submission.copied"))}
          />
          {readOnly ? null : <Regenerate job={job} />}
        </>
      ) : null}
    </Space.Compact>
  );
}

function Regenerate({ job }: { job: Job }) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const toast = useActionToast();
  const renew = useNewSubmissionEmail(job.id);
  const save = useSaveJob(job.id);
  const former = job.submission_email;
  const failed = (error: unknown) => void message.error(errorText(error));
  return (
    <Button
      icon={<RefreshCw size={15} aria-hidden="true" />}
      aria-label={t("submission.renew")}
      title={t("submission.renew")}
      loading={renew.isPending}
      onClick={() =>
        renew.mutate(undefined, {
          onSuccess: () =>
            toast({
              key: `submission-${job.id}`,
              text: t("submission.renewed"),
              undo: former
                ? () => save.mutate({ changes: { submission_email: former }, version: null }, { onError: failed })
                : undefined,
            }),
          onError: failed,
        })
      }
    />
  );
}
