// The latest received messages and what came of them; those for people are read in the inbox.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "@/entities/email/components/Smtp.module.css";
import { useHasInbox } from "@/entities/email/inbox";
import { useFormats } from "@/i18n/format";
import type { InboundMessage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { StageTag } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useReceivedMessages } from "../api/receiver";
import messages from "./MailboxTab.module.css";

export function ReceivedMessages() {
  const { t } = useTranslation("settings");
  const received = useReceivedMessages();
  return (
    <section aria-labelledby="mailbox-messages">
      <h2 id="mailbox-messages" className={styles.title}>
        {t("mailbox.messages")}
      </h2>
      <QueryView query={received} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={t("mailbox.none")} hint={t("mailbox.none_hint")} />
          ) : (
            <ul className={messages.list}>
              {items.map((one) => (
                <Message key={one.id} message={one} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function Message({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const states: Record<InboundMessage["state"], string> = {
    accepted: t("mailbox.state.accepted"),
    reply: t("mailbox.state.reply"),
    automatic: t("mailbox.state.automatic"),
    bounce: t("mailbox.state.bounce"),
    set_aside: t("mailbox.state.set_aside"),
    unmatched: t("mailbox.state.unmatched"),
    refused: t("mailbox.state.refused"),
  };
  const reasons: Record<NonNullable<InboundMessage["reason"]>, string> = {
    no_files: t("mailbox.why.no_files"),
    job_closed: t("mailbox.why.job_closed"),
    quota: t("mailbox.why.quota"),
    files_unread: t("mailbox.why.files_unread"),
    too_large: t("mailbox.why.too_large"),
    unreadable: t("mailbox.why.unreadable"),
  };
  const hasInbox = useHasInbox();
  const { id, state, kind, reason, files, done_at } = message;
  return (
    <li>
      <p className={messages.line}>
        <strong>{message.subject || t("mailbox.no_subject")}</strong>
        <StageTag tone={state === "accepted" || state === "reply" ? "good" : "neutral"}>{states[state]}</StageTag>
      </p>
      <p className={messages.facts}>
        {[
          message.sender,
          message.job_title,
          files > 0 ? t("mailbox.files", { count: files }) : null,
          reason ? reasons[reason] : null,
          formats.ago(message.received_at),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {kind && hasInbox ? (
        <Link to={href("inbox", { kind, id, show: done_at ? "done" : null })}>{t("mailbox.open_in_inbox")}</Link>
      ) : null}
    </li>
  );
}
