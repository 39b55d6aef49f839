// The latest received messages. Those that wait for a person can be read, downloaded and given to a job.
import { Alert, Button, Select, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "@/entities/email/components/Smtp.module.css";
import { useJobs } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import type { InboundMessage } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { StageTag } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useGiveMessage, useReceivedMessages } from "../api/receiver";
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
  const { state, reason, files } = message;
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
      {state === "set_aside" ? <Held message={message} /> : null}
    </li>
  );
}

function Held({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("settings");
  const organizationId = useOrganizationId();
  const canEvaluate = useCan("evaluate:execute");
  const files = `/api/organizations/${organizationId}/inbound-messages/${message.id}/files`;
  return (
    <>
      {message.body ? (
        <details className={messages.opened}>
          <summary>{t("mailbox.held.open")}</summary>
          <p className={messages.body}>{message.body}</p>
        </details>
      ) : null}
      {message.has_files ? (
        <div className={messages.held}>
          <a href={files} download>
            {t("mailbox.held.download")}
          </a>
          {canEvaluate ? <GiveToJob message={message} /> : null}
        </div>
      ) : null}
    </>
  );
}

function GiveToJob({ message }: { message: InboundMessage }) {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const jobs = useJobs("active");
  const give = useGiveMessage();
  const [chosen, choose] = useState<string | null>(null);
  const options = (jobs.data ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <>
      <Select
        className={messages.job ?? ""}
        size="small"
        showSearch={{ optionFilterProp: "label" }}
        aria-label={t("mailbox.held.job")}
        placeholder={t("mailbox.held.job")}
        loading={jobs.isPending}
        options={options}
        value={chosen}
        onChange={choose}
      />
      <Button
        size="small"
        disabled={!chosen}
        loading={give.isPending}
        onClick={() => chosen && give.mutate({ messageId: message.id, jobId: chosen })}
      >
        {t("mailbox.held.give")}
      </Button>
      {give.error ? <Alert type="error" showIcon title={errorText(give.error)} /> : null}
    </>
  );
}
