// Writes one email over the page. It begins with the template, and closing it keeps the draft.
import { Modal, Select, Skeleton } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCandidate } from "@/entities/application/queries";
import type { Composition } from "@/entities/email/composition";
import { canBeSent, EMAIL_TYPES, emailLanguageOf } from "@/entities/email/model";
import { useEmailTemplate } from "@/entities/email/template";
import { useEmailTypeLabels } from "@/entities/email/typeLabels";
import { useOptionalJob } from "@/entities/job/queries";
import type { Application, EmailType } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { ComposedLetter } from "./ComposedLetter";
import styles from "./EmailComposer.module.css";

interface Props {
  composition: Composition;
  onClose: () => void;
}

export function EmailComposer({ composition, onClose }: Props) {
  const { t, i18n } = useTranslation(["compose", "email"]);
  const names = useEmailTypeLabels();
  const candidate = useCandidate(composition.applicationId);
  const [chosen, setChosen] = useState<EmailType | null>(null);
  // What comes after the letter is saved: another type, or null to close.
  const [leaving, setLeaving] = useState<{ to: EmailType | null } | null>(null);
  const type = chosen ?? composition.type;
  const job = useOptionalJob(composition.jobId);
  const defaultLanguage = emailLanguageOf(job.data?.language ?? i18n.language);
  // Filled in while the candidate loads.
  useEmailTemplate({ applicationId: composition.applicationId, emailType: type, defaultLanguage }, !job.isPending);
  // Opened again before what was typed is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is a new composition
  useEffect(() => setLeaving(null), [composition]);
  const onLeft = () => {
    if (!leaving?.to) return onClose();
    setChosen(leaving.to);
    setLeaving(null);
  };
  const typesFor = (place: Application) =>
    EMAIL_TYPES.filter((one) => one === type || (one !== "offer_sent" && canBeSent(one, place)));
  const close = () => (candidate.data ? setLeaving({ to: null }) : onClose());
  return (
    <Modal
      open={leaving === null || leaving.to !== null}
      // The letter is saved after it is closed.
      forceRender
      width={640}
      title={t("composer.title", { name: candidate.data?.person.name ?? t("email:unnamed") })}
      footer={null}
      onCancel={close}
    >
      <QueryView query={candidate} skeleton={<Skeleton active paragraph={{ rows: 8 }} />}>
        {(detail) => (
          <ComposedLetter
            key={type}
            composition={{ ...composition, type }}
            candidate={detail}
            defaultLanguage={job.isPending ? null : defaultLanguage}
            typeSelect={
              <Select<EmailType>
                className={styles.type ?? ""}
                aria-label={t("email:type.label")}
                popupMatchSelectWidth={false}
                value={type}
                onChange={(to) => setLeaving({ to })}
                options={typesFor(detail).map((value) => ({ value, label: names[value] }))}
              />
            }
            isLeaving={leaving !== null}
            onLeft={onLeft}
            onStay={() => setLeaving(null)}
            onSent={onClose}
            onRefresh={() => void candidate.refetch()}
          />
        )}
      </QueryView>
    </Modal>
  );
}
