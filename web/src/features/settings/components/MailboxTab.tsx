// The mailbox for resumes: its server, a test, and the latest messages.

import { Alert, App, Button, Form, Input, Segmented, Skeleton, Switch } from "antd";
import { useTranslation } from "react-i18next";
import styles from "@/entities/email/components/Smtp.module.css";
import { useEmailReceiver } from "@/entities/email/receiver";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { EmailReceiver, FailureReason } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { NumberField } from "@/ui/forms/NumberField";
import { useServerForm } from "@/ui/forms/useServerForm";
import { QueryView } from "@/ui/states/QueryView";
import { useResumeEmailReceiver, useSaveEmailReceiver, useTestEmailReceiver } from "../api/receiver";
import { keepsPassword } from "../logic/keptPassword";
import messages from "./MailboxTab.module.css";
import { ReceivedMessages } from "./ReceivedMessages";

type Security = EmailReceiver["security"];
const PORTS: Record<Security, number> = { plain: 143, starttls: 143, tls: 993 };

export function MailboxTab() {
  const receiver = useEmailReceiver();
  return (
    <>
      <QueryView query={receiver} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        {(saved) => (
          <>
            {saved ? <Paused saved={saved} /> : null}
            <ReceiverForm
              saved={saved}
              onRefresh={async () => (await receiver.refetch({ throwOnError: true })).data ?? null}
            />
            {saved ? <ReceiverTest /> : null}
          </>
        )}
      </QueryView>
      <ReceivedMessages />
    </>
  );
}

/** Shows why polling is paused, with a button to resume. */
function Paused({ saved }: { saved: EmailReceiver }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const reason = useReason();
  const errorText = useErrorText();
  const resume = useResumeEmailReceiver();
  const canEdit = useCan("settings:edit");
  if (!saved.failure) return null;
  return (
    <Alert
      className={messages.banner ?? ""}
      type={saved.paused_at ? "error" : "warning"}
      showIcon
      title={saved.paused_at ? t("mailbox.paused", { ago: formats.ago(saved.paused_at) }) : t("mailbox.failing")}
      description={
        <>
          {reason(saved.failure)}
          <Said text={saved.failure_detail} />
          {resume.error ? (
            <p role="alert">
              {t("mailbox.resume_failed")} {errorText(resume.error)}
            </p>
          ) : null}
        </>
      }
      action={
        saved.paused_at && canEdit ? (
          <Button size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
            {t("mailbox.resume")}
          </Button>
        ) : null
      }
    />
  );
}

/** What the mail server said when it refused. */
function Said({ text }: { text: string | null | undefined }) {
  const { t } = useTranslation("settings");
  return text ? <p>{t("mailbox.said", { text })}</p> : null;
}

/** The failures of reading a mailbox; the others are those of sending. */
type MailboxReason = Extract<
  FailureReason,
  | `mail.${"key_refused" | "server_key_changed" | "folder_missing" | "mailbox_refused" | "host_forbidden" | "unreachable" | "protocol" | "not_configured"}`
  | `mail.${"host_unknown" | "connection_refused" | "no_answer" | "certificate_invalid" | "encryption_failed"}`
>;

function useReason(): (reason: FailureReason) => string {
  const { t } = useTranslation(["settings", "email"]);
  const reasons: Record<MailboxReason, string> = {
    "mail.key_refused": t("mailbox.reason.key_refused"),
    "mail.server_key_changed": t("mailbox.reason.server_key_changed"),
    "mail.folder_missing": t("mailbox.reason.folder_missing"),
    "mail.mailbox_refused": t("mailbox.reason.mailbox_refused"),
    "mail.host_forbidden": t("mailbox.reason.host_forbidden"),
    "mail.unreachable": t("mailbox.reason.unreachable"),
    "mail.protocol": t("mailbox.reason.protocol"),
    "mail.not_configured": t("mailbox.reason.not_configured"),
    "mail.host_unknown": t("email:reason.host_unknown"),
    "mail.connection_refused": t("email:reason.connection_refused"),
    "mail.no_answer": t("email:reason.no_answer"),
    "mail.certificate_invalid": t("email:reason.certificate_invalid"),
    "mail.encryption_failed": t("email:reason.encryption_failed"),
  };
  const isKnown = (reason: FailureReason): reason is MailboxReason => reason in reasons;
  return (reason) => (isKnown(reason) ? reasons[reason] : t("mailbox.reason.unreachable"));
}

type Receiver = Pick<EmailReceiver, "host" | "port" | "security" | "user" | "folder" | "is_active"> & {
  /** A new password; empty keeps the saved one. */
  password: string;
};

const EMPTY = { host: "", port: 993, security: "tls", user: "", folder: "INBOX", is_active: true } as const;

function formOf(saved: EmailReceiver | null): Receiver {
  const { host, port, security, user, folder, is_active } = saved ?? EMPTY;
  return { host, port, security, user, folder, is_active, password: "" };
}

interface FormProps {
  saved: EmailReceiver | null;
  /** Refetches before saving: the mailbox is sent as a whole, including others' changes. */
  onRefresh: () => Promise<EmailReceiver | null>;
}

function ReceiverForm({ saved, onRefresh }: FormProps) {
  const { t } = useTranslation(["settings", "common"]);
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const canEdit = useCan("settings:edit");
  const save = useSaveEmailReceiver();
  const editor = useServerForm<Receiver>({
    saved: formOf(saved),
    refresh: async () => formOf(await onRefresh()),
    canSave: canEdit,
    save: async (_changes, _version, { password, ...rest }) => {
      await save.mutateAsync({ ...rest, ...(password === "" ? {} : { password }) });
      return { saved: { ...rest, password: "" } };
    },
  });
  const { value, edit: change, isDirty, fieldErrors: refused } = editor;
  const { password } = value;
  // The default port follows the encryption.
  const encrypt = (next: Security) =>
    change({ security: next, ...(value.port === PORTS[value.security] ? { port: PORTS[next] } : {}) });
  const submit = async () => {
    if (await editor.submit()) message.success(t("mailbox.saved"));
  };
  const remove = () =>
    modal.confirm({
      title: t("mailbox.remove_ask"),
      content: t("mailbox.remove_text"),
      okText: t("mailbox.remove"),
      okButtonProps: { danger: true },
      onOk: () =>
        save.mutate(
          { host: "" },
          {
            onSuccess: () => void message.success(t("mailbox.saved")),
            onError: (error) => void message.error(errorText(error)),
          },
        ),
    });
  const labels: Record<keyof Receiver, string> = {
    host: t("mailbox.host"),
    port: t("mailbox.port"),
    security: t("mailbox.security"),
    user: t("mailbox.user"),
    password: t("mailbox.password"),
    folder: t("mailbox.folder"),
    is_active: t("mailbox.active"),
  };
  const inWords = (content: string | number | boolean, field: keyof Receiver) => {
    if (typeof content === "boolean") return content ? t("common:conflict.on") : t("common:conflict.off");
    // A port is a name, not a quantity.
    if (typeof content === "number") return String(content);
    if (field === "password") return "";
    if (field !== "security") return content;
    return content === "plain" ? t("mailbox.plain") : content.toUpperCase();
  };
  const item = (field: string) => ({ error: refused[`value.${field}`] });
  return (
    <section className={styles.section} aria-labelledby="mailbox-title">
      <h2 id="mailbox-title" className={styles.title}>
        {t("mailbox.title")}
      </h2>
      <p className={styles.note}>{t("mailbox.note")}</p>
      {editor.error && Object.keys(refused).length === 0 ? (
        <Alert type="error" showIcon title={errorText(editor.error)} />
      ) : null}
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <Form layout="vertical" requiredMark={false} disabled={!canEdit} onFinish={() => void submit()}>
        <div className={styles.pair}>
          <Field label={t("mailbox.host")} htmlFor="mailbox-host" {...item("host")}>
            <Input
              id="mailbox-host"
              autoComplete="off"
              placeholder="imap.example.com"
              value={value.host}
              onChange={(event) => change({ host: event.target.value })}
            />
          </Field>
          <Field label={t("mailbox.port")} htmlFor="mailbox-port" {...item("port")}>
            <NumberField
              id="mailbox-port"
              min={1}
              max={65_535}
              value={value.port}
              onChange={(port) => change({ port })}
            />
          </Field>
        </div>
        <Form.Item label={t("mailbox.security")}>
          <Segmented<Security>
            aria-label={t("mailbox.security")}
            value={value.security}
            onChange={encrypt}
            options={[
              { value: "tls", label: "TLS" },
              { value: "starttls", label: "STARTTLS" },
              { value: "plain", label: t("mailbox.plain") },
            ]}
          />
        </Form.Item>
        <Field label={t("mailbox.user")} htmlFor="mailbox-user" {...item("user")}>
          <Input
            id="mailbox-user"
            autoComplete="off"
            value={value.user}
            onChange={(event) => change({ user: event.target.value })}
          />
        </Field>
        <Field label={t("mailbox.password")} htmlFor="mailbox-password" {...item("password")}>
          <Input.Password
            id="mailbox-password"
            autoComplete="new-password"
            placeholder={saved?.has_password && keepsPassword(saved, value) ? t("mailbox.password_kept") : ""}
            value={password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        <Field label={t("mailbox.folder")} htmlFor="mailbox-folder" {...item("folder")}>
          <Input
            id="mailbox-folder"
            value={value.folder}
            onChange={(event) => change({ folder: event.target.value })}
          />
        </Field>
        <Form.Item>
          <label className={messages.switch} htmlFor="mailbox-active">
            <Switch id="mailbox-active" checked={value.is_active} onChange={(is_active) => change({ is_active })} />
            {t("mailbox.active")}
          </label>
        </Form.Item>
        <div className={styles.actions}>
          <Button
            type="primary"
            htmlType="submit"
            loading={editor.isSaving}
            disabled={!canEdit || !isDirty || value.host.trim() === ""}
          >
            {t("mailbox.save")}
          </Button>
          {saved ? <Button onClick={remove}>{t("mailbox.remove")}</Button> : null}
        </div>
      </Form>
    </section>
  );
}

function ReceiverTest() {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const reason = useReason();
  const canEdit = useCan("settings:edit");
  const test = useTestEmailReceiver();
  if (!canEdit) return null;
  return (
    <section className={styles.section}>
      <div className={styles.actions}>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {t("mailbox.test")}
        </Button>
      </div>
      {test.error ? <Alert type="error" showIcon title={errorText(test.error)} /> : null}
      {test.data ? (
        <Alert
          type={test.data.ok ? "success" : "error"}
          showIcon
          title={
            test.data.ok
              ? t("mailbox.test_passed", { count: test.data.messages ?? 0 })
              : reason(test.data.code ?? "mail.unreachable")
          }
          description={test.data.detail ? <Said text={test.data.detail} /> : undefined}
        />
      ) : null}
    </section>
  );
}
