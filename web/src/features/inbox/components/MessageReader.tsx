// An open message: its text, the candidate, and what can be done with it.
import { App, Button } from "antd";
import { ArrowLeft } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useMarkMessage, useMessageFiles } from "@/entities/email/inbox";
import { shownText } from "@/entities/email/shownText";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { InboundMessage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { StageTag } from "@/ui/StageTag";
import { splitQuotation } from "../logic/quotation";
import { AnswerForm } from "./AnswerForm";
import { HeldActions } from "./HeldActions";
import styles from "./Inbox.module.css";
import { useHeldReason } from "./labels";

interface Props {
  message: InboundMessage;
  isAnswering: boolean;
  onAnswer: (isAnswering: boolean) => void;
  onDone: () => void;
  onUnread: () => void;
  onBack: () => void;
}

/** Whether a message can be answered: it is from or about a candidate, and a person wrote it. */
export function isAnswerable({ kind, application_id }: InboundMessage): boolean {
  return kind === "reply" && Boolean(application_id);
}

export function MessageReader({ message, isAnswering, onAnswer, onDone, onUnread, onBack }: Props) {
  const { t } = useTranslation(["inbox", "email"]);
  const app = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const heldReason = useHeldReason();
  const filesOf = useMessageFiles();
  const mark = useMarkMessage();
  const canOpenCandidate = useCanOpenRoute("candidate");
  const { id, sender, sender_name, kind, answered_at, done_at, application_id, person_id } = message;
  const markRead = useEffectEvent(() => {
    if (!message.read_at)
      mark.mutate({ id, is_read: true }, { onError: (error) => void app.message.error(errorText(error)) });
  });
  // Once for each message that is opened: it may be marked as unread again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another message is opened in its place
  useEffect(() => markRead(), [id]);
  const { text, quoted } = splitQuotation(shownText(message.body, t("email:history.offer_link")));
  const reason = heldReason(message);
  const isOther =
    kind === "reply" && message.person_email && message.person_email.toLowerCase() !== sender.toLowerCase();
  return (
    <article className={styles.reader} aria-label={message.subject || t("no_subject")}>
      <Button
        className={styles.back ?? ""}
        type="text"
        icon={<ArrowLeft size={16} aria-hidden="true" />}
        onClick={onBack}
      >
        {t("back")}
      </Button>
      <h2 className={styles.title}>{message.subject || t("no_subject")}</h2>
      <p className={styles.facts}>
        {[
          sender_name ? `${sender_name} <${sender}>` : sender || t("no_sender"),
          message.job_title,
          formats.dateTime(message.received_at),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className={styles.line}>
        {reason ? <StageTag tone="attention">{reason}</StageTag> : null}
        {answered_at ? <StageTag tone="good">{t("answered", { ago: formats.ago(answered_at) })}</StageTag> : null}
      </p>
      {isOther ? (
        <p className={styles.warning} role="note">
          {t("other_address", { email: message.person_email })}
        </p>
      ) : null}
      <div className={styles.actions}>
        {isAnswerable(message) && !isAnswering ? (
          <Button type="primary" onClick={() => onAnswer(true)}>
            {t("action.answer")}
          </Button>
        ) : null}
        <Button onClick={onDone}>
          {done_at ? t("action.back_to_inbox") : kind === "held" ? t("action.bin") : t("action.done")}
        </Button>
        <Button onClick={onUnread}>{t("action.unread")}</Button>
        {application_id && person_id && canOpenCandidate ? (
          <LinkButton to={href("candidate", { id: person_id, application: application_id })}>
            {t("action.candidate")}
          </LinkButton>
        ) : null}
        {message.has_files ? (
          <Button href={filesOf(id)} download>
            {t("action.files", { count: message.files })}
          </Button>
        ) : null}
      </div>
      {kind === "held" && message.state !== "refused" ? <HeldActions key={id} message={message} /> : null}
      {isAnswering ? <AnswerForm key={id} message={message} onClose={() => onAnswer(false)} /> : null}
      {text ? <p className={styles.body}>{text}</p> : <p className={styles.none}>{t("no_text")}</p>}
      {quoted ? (
        <details className={styles.quoted}>
          <summary>{t("quoted")}</summary>
          <p className={styles.body}>{quoted}</p>
        </details>
      ) : null}
    </article>
  );
}
