// Gives a message that waits for a person to a job, which evaluates its files, or to a candidate.
import { Alert, App, Button, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAttachMessage, useGiveMessage } from "@/entities/email/inbox";
import { CandidateSelect } from "@/entities/interview/components/CandidateSelect";
import { useJobs } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { InboundMessage } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import styles from "./Inbox.module.css";

export function HeldActions({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("inbox");
  const errorText = useErrorText();
  const { message: toast } = App.useApp();
  const canEvaluate = useCan("evaluate:execute");
  const attach = useAttachMessage();
  const [candidate, setCandidate] = useState<string | null>(null);
  return (
    <div className={styles.held}>
      {message.has_files && canEvaluate ? <GiveToJob message={message} /> : null}
      <div className={styles.choice}>
        <div className={styles.field}>
          <CandidateSelect value={candidate} onChange={setCandidate} />
        </div>
        <Button
          disabled={!candidate}
          loading={attach.isPending}
          onClick={() =>
            candidate &&
            attach.mutate(
              { id: message.id, applicationId: candidate },
              { onSuccess: ({ person_name }) => void toast.success(t("held.attached", { name: person_name ?? "" })) },
            )
          }
        >
          {t("held.attach")}
        </Button>
      </div>
      {attach.error ? <Alert type="error" showIcon title={errorText(attach.error)} /> : null}
    </div>
  );
}

function GiveToJob({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("inbox");
  const errorText = useErrorText();
  const { message: toast } = App.useApp();
  const jobs = useJobs("active");
  const give = useGiveMessage();
  const [chosen, choose] = useState<string | null>(null);
  return (
    <>
      <div className={styles.choice}>
        <Select
          className={styles.field ?? ""}
          showSearch={{ optionFilterProp: "label" }}
          aria-label={t("held.job")}
          placeholder={t("held.job")}
          loading={jobs.isPending}
          options={(jobs.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          value={chosen}
          onChange={choose}
        />
        <Button
          disabled={!chosen}
          loading={give.isPending}
          onClick={() =>
            chosen &&
            give.mutate({ id: message.id, jobId: chosen }, { onSuccess: () => void toast.success(t("held.given")) })
          }
        >
          {t("held.give")}
        </Button>
      </div>
      {give.error ? <Alert type="error" showIcon title={errorText(give.error)} /> : null}
    </>
  );
}
