// The recipients, each with the state of their email.
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, Clock, LoaderCircle, PenLine } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useEmailReason } from "@/entities/email/reason";
import { useEmailService } from "@/entities/email/service";
import { useFormats } from "@/i18n/format";
import type { Application, EmailType } from "@/lib/api/types";
import { VirtualList } from "@/ui/lists/VirtualList";
import { hasConflict, type Letter, type LetterState, laterTime } from "../logic/letters";
import styles from "./CandidateColumn.module.css";
import { useEmailLabels } from "./useEmailLabels";

const ICONS: Record<LetterState, ReactNode> = {
  empty: <CircleDashed size={15} aria-hidden="true" />,
  generating: <LoaderCircle className={styles.turning} size={15} aria-hidden="true" />,
  ready: <PenLine size={15} aria-hidden="true" />,
  failed: <CircleAlert size={15} aria-hidden="true" />,
  queued: <Clock size={15} aria-hidden="true" />,
  sent: <CircleCheck size={15} aria-hidden="true" />,
  not_sent: <CircleAlert size={15} aria-hidden="true" />,
  unknown: <CircleHelp size={15} aria-hidden="true" />,
};

/** Estimated row height. */
const ROW_PX = 56;

interface Props {
  type: EmailType;
  entries: readonly { candidate: Application; letter: Letter }[];
  currentId: string;
  onSelect: (applicationId: string) => void;
}

export function CandidateColumn({ type, entries, currentId, onSelect }: Props) {
  const { t } = useTranslation("email");
  const { states } = useEmailLabels();
  const reasonText = useEmailReason();
  const formats = useFormats();
  const isStopped = useEmailService().data?.status === "stopped";
  const stateOf = (letter: Letter) => {
    const later = laterTime(letter, Date.now());
    if (later) return t("history.later", { when: formats.dateTime(later) });
    return letter.state === "queued" && isStopped ? t("state.waiting") : states[letter.state];
  };
  return (
    <nav className={styles.column} aria-label={t("candidates")}>
      <VirtualList
        items={entries}
        idOf={({ candidate }) => candidate.id}
        estimate={ROW_PX}
        label={t("candidates")}
        className={styles.list}
      >
        {({ candidate, letter }) => (
          <button
            type="button"
            className={styles.entry}
            aria-current={candidate.id === currentId}
            onClick={() => onSelect(candidate.id)}
          >
            <span className={styles.name}>{candidate.person.name ?? t("unnamed")}</span>
            <span className={styles.state} data-state={letter.state}>
              {ICONS[letter.state]} {stateOf(letter)}
            </span>
            {type === "offer_intent" && candidate.intent_sent_at && letter.state !== "sent" ? (
              <span className={styles.before}>
                {t("sent_before", { when: formats.dateTime(candidate.intent_sent_at) })}
              </span>
            ) : null}
            {letter.to === null ? <span className={styles.missing}>{t("no_address")}</span> : null}
            {letter.isAllowed ? null : <span className={styles.missing}>{t("not_allowed")}</span>}
            {hasConflict(letter) ? <span className={styles.missing}>{t("in_conflict")}</span> : null}
            {letter.reason ? <span className={styles.missing}>{reasonText(letter.reason)}</span> : null}
            {letter.state === "failed" ? <span className={styles.missing}>{t("write.by_hand")}</span> : null}
            {letter.fallbackReason && letter.state === "ready" ? (
              <span className={styles.missing}>
                {t("template_used", { reason: reasonText(letter.fallbackReason) })}
              </span>
            ) : null}
          </button>
        )}
      </VirtualList>
    </nav>
  );
}
