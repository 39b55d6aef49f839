// A message in the list: who, what about, how it begins, and whether it is unread or answered.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { InboundMessage } from "@/lib/api/types";
import { StageTag } from "@/ui/StageTag";
import { splitQuotation } from "../logic/quotation";
import styles from "./Inbox.module.css";
import { useHeldReason } from "./labels";

/** How much of a text a row shows at most. */
const SNIPPET = 160;

interface Props {
  message: InboundMessage;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

export function MessageRow({ message, isOpen, onOpen }: Props) {
  const { t } = useTranslation("inbox");
  const formats = useFormats();
  const heldReason = useHeldReason();
  const { id, body, read_at, answered_at, job_title, received_at } = message;
  const reason = heldReason(message);
  return (
    <button
      type="button"
      className={styles.row}
      data-message={id}
      data-open={isOpen}
      data-unread={!read_at}
      aria-current={isOpen || undefined}
      onClick={() => onOpen(id)}
    >
      <span className={styles.line}>
        {read_at ? null : <span className="visually-hidden">{t("row.unread")}</span>}
        <strong className={styles.who}>
          {message.person_name || message.sender_name || message.sender || t("no_sender")}
        </strong>
        <span className={styles.when}>{formats.ago(received_at)}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.subject}>{message.subject || t("no_subject")}</span>
        {reason ? <StageTag tone="attention">{reason}</StageTag> : null}
        {answered_at ? <StageTag tone="good">{t("row.answered")}</StageTag> : null}
      </span>
      <span className={styles.snippet}>
        {[job_title, splitQuotation(body).text.slice(0, SNIPPET)].filter(Boolean).join(" · ")}
      </span>
    </button>
  );
}
