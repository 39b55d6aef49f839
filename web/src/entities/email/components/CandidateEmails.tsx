// Correspondence with a candidate: sent and received emails with their actions.
import { App, Button, Dropdown, Modal, Skeleton } from "antd";
import TextArea from "antd/es/input/TextArea";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { MOVE_OF_EMAIL, nextEmail } from "@/entities/application/moves";
import { useCanMove } from "@/entities/application/useCanMove";
import { useFormats } from "@/i18n/format";
import type { Application, Email, EmailType, InboundMessage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { useHasUnsavedChanges } from "@/ui/forms/unsavedStore";
import { StageTag } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useHasInbox, useMarkMessage } from "../inbox";
import { STAGE_EMAILS, sendRule } from "../model";
import { useCandidateEmails, useReceivedEmails, useRecordSent } from "../queries";
import { useCanWriteEmails } from "../service";
import { shownText } from "../shownText";
import { useEmailTypeLabels } from "../typeLabels";
import { useWriteEmails } from "../writeEmails";
import styles from "./CandidateEmails.module.css";
import { EmailEntry } from "./EmailEntry";

export function CandidateEmails({ candidate }: { candidate: Application }) {
  const { t } = useTranslation(["email", "common"]);
  const canWrite = useCanWriteEmails();
  const writeEmails = useWriteEmails();
  const hasUnsaved = useHasUnsavedChanges();
  const canEmail = useCandidateEmails(candidate.id, canWrite);
  const received = useReceivedEmails(candidate.id, canWrite);
  const messages = received.data?.items ?? [];
  // An email that is being edited stays.
  if (!canWrite && !hasUnsaved) return <EmptyState text={t("history.hidden")} />;
  return (
    <section className={styles.emails} aria-label={t("history.title")}>
      <div className={styles.actions}>
        {writeEmails && canWrite ? (
          <Button
            size="small"
            type="primary"
            onClick={() =>
              writeEmails(candidate.is_archived ? "message" : nextEmail(candidate), candidate.job_id, [candidate.id])
            }
          >
            {t("history.write")}
          </Button>
        ) : null}
        <RecordSent candidate={candidate} />
      </div>
      {received.error ? (
        <p role="alert">
          {t("history.received_failed")}
          <Button type="link" size="small" onClick={() => void received.refetch()}>
            {t("common:action.retry")}
          </Button>
        </p>
      ) : null}
      <QueryView query={canEmail} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {(sent) =>
          sent.length + messages.length === 0 ? (
            received.data ? (
              <EmptyState text={t("history.none")} />
            ) : null
          ) : (
            <ul className={styles.list}>
              {inOrder(sent, messages).map(({ email, message }) =>
                email ? (
                  <EmailEntry key={email.id} email={email} />
                ) : (
                  <ReceivedEntry key={message.id} message={message} />
                ),
              )}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

type Entry = { email: Email; message?: never } | { email?: never; message: InboundMessage };

/** Sent and received emails together, newest first. */
function inOrder(sent: readonly Email[], received: readonly InboundMessage[]): Entry[] {
  const entries = [
    ...sent.map((email) => ({ at: Date.parse(email.sent_at ?? email.created_at), entry: { email } })),
    ...received.map((message) => ({ at: Date.parse(message.received_at), entry: { message } })),
  ];
  return entries.toSorted((one, other) => other.at - one.at).map(({ entry }) => entry);
}

/** Records an email that was sent outside of Bole; the candidate moves as if sent from here. */
function RecordSent({ candidate }: { candidate: Application }) {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const names = useEmailTypeLabels();
  const record = useRecordSent();
  const canMove = useCanMove();
  const [asked, setAsked] = useState<EmailType | null>(null);
  const [reason, setReason] = useState("");
  const guard = useUnsavedGuard(asked !== null && reason.trim() !== "");
  const types = STAGE_EMAILS.filter((type) => canMove(MOVE_OF_EMAIL[type], candidate, candidate.is_archived));
  if (types.length === 0) return null;
  const save = (emailType: EmailType, why: { reason?: string }) =>
    record.mutate(
      { applicationId: candidate.id, emailType, ...why },
      {
        onSuccess: () => {
          setAsked(null);
          message.success(t("history.recorded"));
        },
        onError: (error) => void message.error(errorText(error)),
      },
    );
  const overrules = (type: EmailType) => sendRule(type, candidate)?.overrulesAi === true;
  const choose = (type: EmailType) => {
    if (type !== "rejection" && !overrules(type)) return save(type, {});
    setReason("");
    setAsked(type);
  };
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: types.map((key) => ({ key, label: names[key] })),
          onClick: ({ key }) => choose(key as EmailType),
        }}
      >
        <Button size="small" loading={record.isPending}>
          {t("history.record")}
        </Button>
      </Dropdown>
      {asked ? (
        <Modal
          open
          width={440}
          title={
            asked === "rejection"
              ? t("history.reject_title", { name: candidate.person.name ?? t("unnamed") })
              : names[asked]
          }
          okText={asked === "rejection" ? t("history.reject_confirm") : t("history.record_confirm")}
          okButtonProps={{
            danger: asked === "rejection",
            disabled: overrules(asked) && reason.trim() === "",
            loading: record.isPending,
          }}
          onCancel={() => guard.confirm(() => setAsked(null))}
          onOk={() => save(asked, overrules(asked) ? { reason: reason.trim() } : {})}
        >
          {asked === "rejection" ? <p>{t("history.reject_text")}</p> : null}
          {overrules(asked) ? (
            <>
              <label htmlFor="record-reason">{t("send.reason")}</label>
              <TextArea
                id="record-reason"
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={2000}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </>
          ) : null}
          <UnsavedDialog guard={guard} />
        </Modal>
      ) : null}
    </>
  );
}

/** A reply, an application by email, a bounce, or what a program sent. */
function ReceivedEntry({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("email");
  const formats = useFormats();
  const names: Partial<Record<InboundMessage["state"], string>> = {
    bounce: t("history.report"),
    reply: t("history.reply"),
    automatic: t("history.automatic"),
  };
  const name = names[message.state] ?? t("history.application");
  const files = message.files > 0 ? t("history.files", { count: message.files }) : null;
  const hasInbox = useHasInbox();
  const mark = useMarkMessage();
  const { id, kind, read_at, done_at, answered_at } = message;
  const isUnread = kind === "reply" && !read_at && !done_at;
  return (
    <li className={styles.received}>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && isUnread) mark.mutate({ id, is_read: true });
        }}
      >
        <summary>
          <span className={styles.name}>{name}</span>
          {isUnread ? <StageTag tone="attention">{t("history.unread")}</StageTag> : null}
          {answered_at ? <StageTag tone="good">{t("history.answered")}</StageTag> : null}
          <span>{message.subject || t("history.no_subject")}</span>
          <span className={styles.when}>{formats.dateTime(message.received_at)}</span>
        </summary>
        <div className={styles.text}>
          <p className={styles.to}>{[message.sender, files].filter(Boolean).join(" · ")}</p>
          <p className={styles.body}>{shownText(message.body, t("history.offer_link"))}</p>
          {kind && hasInbox ? (
            <Link to={href("inbox", { kind, id, show: done_at ? "done" : null })}>{t("history.open_in_inbox")}</Link>
          ) : null}
        </div>
      </details>
    </li>
  );
}
