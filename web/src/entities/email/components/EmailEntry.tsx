// One email to a candidate: text, time, sender, outcome and actions.
import { App, Button } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { Email, EmailStatus } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { StageTag, type Tone } from "@/ui/StageTag";
import { useResolveEmail, useWithdrawEmail } from "../queries";
import { useEmailReason } from "../reason";
import { shownText } from "../shownText";
import { useEmailTypeLabels } from "../typeLabels";
import styles from "./CandidateEmails.module.css";
import { CorrectAddressButton, hasWrongAddress } from "./CorrectAddressButton";
import { EditScheduledButton } from "./EditScheduledButton";

const TONES: Record<EmailStatus, Tone> = {
  draft: "neutral",
  queued: "neutral",
  sending: "neutral",
  sent: "good",
  failed: "bad",
  unknown: "attention",
};

/** Errors after which an email that waits is tried again by itself. */
const RETRIED = /^mail\.(deferred|unreachable|host_unknown|connection_refused|no_answer|encryption_failed)\b/;

interface Props {
  email: Email;
  /** Whether to show the candidate's name, for lists of several candidates. */
  showsCandidate?: boolean;
  /** Whether the notice of a failure can be dismissed, in the list of those. */
  canDismiss?: boolean;
}

export function EmailEntry({ email, showsCandidate = false, canDismiss = false }: Props) {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const reasonText = useEmailReason();
  const formats = useFormats();
  const names = useEmailTypeLabels();
  const settle = useResolveEmail();
  const withdraw = useWithdrawEmail();
  const statuses: Record<EmailStatus, string> = {
    draft: t("status.draft"),
    queued: t("status.queued"),
    sending: t("status.sending"),
    sent: email.is_captured ? t("status.captured") : t("status.sent"),
    failed: t("status.failed"),
    unknown: t("status.unknown"),
  };
  const { id, status, send_at, sent_at, created_at, created_by_name } = email;
  const act = (action: "retry" | "dismiss" | "arrived" | "lost") =>
    settle.mutate({ id, action }, { onError: (error) => void message.error(errorText(error)) });
  const takeBack = () =>
    withdraw.mutate(id, {
      onSuccess: () => void message.success(t("history.withdrawn")),
      onError: (error) => void message.error(errorText(error)),
    });
  const isLater = status === "queued" && send_at;
  const isBounced = status === "failed" && email.error === "mail.bounced";
  return (
    <li className={styles.entry}>
      <details>
        <summary>
          <span className={styles.name}>
            {showsCandidate ? `${email.person_name ?? t("unnamed")} · ` : null}
            {names[email.type]}
          </span>
          <StageTag tone={TONES[status]}>{isBounced ? t("status.bounced") : statuses[status]}</StageTag>
          <span className={styles.when}>
            {isLater
              ? t("history.later", { when: formats.dateTime(send_at) })
              : formats.dateTime(sent_at ?? created_at)}
            {created_by_name ? ` · ${created_by_name}` : null}
          </span>
        </summary>
        {email.body ? (
          <div className={styles.text}>
            <p className={styles.to}>{email.to}</p>
            <p className={styles.subject}>{email.subject}</p>
            <p className={styles.body}>{shownText(email.body, t("history.offer_link"))}</p>
          </div>
        ) : (
          <p className={styles.to}>{t("history.elsewhere")}</p>
        )}
      </details>
      {email.error ? (
        <p className={styles.error}>
          {reasonText(email.error, email.error_detail)}
          {status === "queued" && RETRIED.test(email.error) ? ` ${t("history.retrying")}` : null}
        </p>
      ) : null}
      {isLater ? (
        <div className={styles.actions}>
          <EditScheduledButton email={email} />
          <Button size="small" loading={withdraw.isPending} onClick={takeBack}>
            {t("history.withdraw")}
          </Button>
        </div>
      ) : null}
      {status === "failed" ? (
        <div className={styles.actions}>
          {hasWrongAddress(email) ? (
            <Suspense>
              <CorrectAddressButton email={email} />
            </Suspense>
          ) : null}
          <Button size="small" loading={settle.isPending} onClick={() => act("retry")}>
            {t("history.retry")}
          </Button>
          {canDismiss ? (
            <Button size="small" loading={settle.isPending} onClick={() => act("dismiss")}>
              {t("history.dismiss")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {status === "unknown" ? (
        <div className={styles.actions}>
          <span>{t("history.did_it_arrive")}</span>
          <Button size="small" loading={settle.isPending} onClick={() => act("arrived")}>
            {t("history.arrived")}
          </Button>
          <Button size="small" loading={settle.isPending} onClick={() => act("lost")}>
            {t("history.lost")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
