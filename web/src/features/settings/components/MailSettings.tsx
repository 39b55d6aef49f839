// The organization's mail server for emails to candidates, with a test.

import { Alert, App, Button, Form, Input, InputNumber, Segmented, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { EmailServiceBanner } from "@/entities/email/components/EmailServiceBanner";
import styles from "@/entities/email/components/Smtp.module.css";
import { SmtpTest } from "@/entities/email/components/SmtpTest";
import { useSaveSmtpSettings, useSmtpSettings } from "@/entities/email/service";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { SmtpInput, SmtpSettings } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { QueryView } from "@/ui/states/QueryView";
import { keepsPassword } from "../logic/keptPassword";

type Security = SmtpSettings["security"];
const PORTS: Record<Security, number> = { plain: 25, starttls: 587, tls: 465 };

export function MailSettings() {
  const settings = useSmtpSettings();
  return (
    <>
      <EmailServiceBanner />
      <QueryView query={settings} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        {(saved) => (
          <>
            <MailServerForm
              saved={saved}
              onRefresh={async () => (await settings.refetch({ throwOnError: true })).data ?? saved}
            />
            <SmtpTest hasOwnServer={saved.host !== ""} />
          </>
        )}
      </QueryView>
    </>
  );
}

type MailServer = Required<Pick<SmtpInput, "host" | "username" | "from">> & {
  port: number | null;
  security: Security;
  /** A new password; null keeps the saved one. */
  password: string | null;
  perMinute: number | null;
  domainPerMinute: number | null;
};

function formOf({ host, port, security, username, from, perMinute, domainPerMinute }: SmtpSettings): MailServer {
  return {
    host,
    port,
    security,
    username,
    from,
    password: null,
    perMinute: perMinute ?? null,
    domainPerMinute: domainPerMinute ?? null,
  };
}

interface FormProps {
  saved: SmtpSettings;
  /** Refetches before saving: the server is sent as a whole, including others' changes. */
  onRefresh: () => Promise<SmtpSettings>;
}

function MailServerForm({ saved, onRefresh }: FormProps) {
  const { t } = useTranslation("email");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const canEdit = useCan("settings:edit");
  const save = useSaveSmtpSettings();
  const editor = useServerForm<MailServer>({
    saved: formOf(saved),
    refresh: async () => formOf(await onRefresh()),
    canSave: canEdit,
    save: async (_changes, _version, { password, ...server }) => {
      const answer = await save.mutateAsync({ ...server, ...(password === null ? {} : { password }) });
      return { saved: answer ? formOf(answer) : { ...server, password: null } };
    },
  });
  const { edit: change, isDirty, fieldErrors: refused } = editor;
  const { host, port, security, username, password, from, perMinute, domainPerMinute } = editor.value;
  // The default port follows the encryption.
  const encrypt = (next: Security) =>
    change({ security: next, ...(port === PORTS[security] ? { port: PORTS[next] } : {}) });
  const submit = async () => {
    if (await editor.submit()) message.success(t("smtp.saved"));
  };
  const remove = () =>
    modal.confirm({
      title: t("smtp.remove_ask"),
      content: saved.hasDefault ? t("smtp.remove_default") : t("smtp.remove_none"),
      okText: t("smtp.remove"),
      okButtonProps: { danger: true },
      onOk: () =>
        save.mutate(
          { host: "", from: "" },
          {
            onSuccess: () => void message.success(t("smtp.saved")),
            onError: (error) => void message.error(errorText(error)),
          },
        ),
    });
  const limitText = (limit: number | null | undefined) => (limit ? formats.number(limit) : t("smtp.no_limit"));
  const labels: Record<keyof MailServer, string> = {
    host: t("smtp.host"),
    port: t("smtp.port"),
    security: t("smtp.security"),
    username: t("smtp.username"),
    password: t("smtp.password"),
    from: t("smtp.from"),
    perMinute: t("smtp.per_minute"),
    domainPerMinute: t("smtp.domain_per_minute"),
  };
  const inWords = (value: string | number | null, field: keyof MailServer) => {
    if (field === "password") return "";
    if (field === "security") return value === "plain" ? t("smtp.plain") : String(value).toUpperCase();
    // A port is a name, not a quantity.
    return typeof value === "number" && field !== "port" ? formats.number(value) : String(value ?? "");
  };
  const item = (field: string) => ({ error: refused[field] });
  return (
    <section className={styles.section} aria-labelledby="smtp-title">
      <h2 id="smtp-title" className={styles.title}>
        {t("smtp.title")}
      </h2>
      <p className={styles.note}>{saved.hasDefault ? t("smtp.note_default") : t("smtp.note")}</p>
      {editor.error && Object.keys(refused).length === 0 ? (
        <Alert type="error" showIcon title={errorText(editor.error)} />
      ) : null}
      {saved.isPasswordUnreadable ? <Alert type="error" showIcon title={t("smtp.password_unreadable")} /> : null}
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <Form layout="vertical" requiredMark={false} disabled={!canEdit} onFinish={() => void submit()}>
        <div className={styles.pair}>
          <Field label={t("smtp.host")} htmlFor="smtp-host" {...item("host")}>
            <Input
              id="smtp-host"
              autoComplete="off"
              placeholder="smtp.example.com"
              value={host}
              onChange={(event) => change({ host: event.target.value })}
            />
          </Field>
          <Field label={t("smtp.port")} htmlFor="smtp-port" {...item("port")}>
            <InputNumber
              id="smtp-port"
              min={1}
              max={65_535}
              value={port ?? null}
              onChange={(next) => change({ port: next })}
            />
          </Field>
        </div>
        <Form.Item label={t("smtp.security")}>
          <Segmented<Security>
            aria-label={t("smtp.security")}
            value={security}
            onChange={encrypt}
            options={[
              { value: "starttls", label: "STARTTLS" },
              { value: "tls", label: "TLS" },
              { value: "plain", label: t("smtp.plain") },
            ]}
          />
        </Form.Item>
        <Field label={t("smtp.username")} htmlFor="smtp-username" {...item("username")}>
          <Input
            id="smtp-username"
            autoComplete="off"
            value={username ?? ""}
            onChange={(event) => change({ username: event.target.value })}
          />
        </Field>
        <Field label={t("smtp.password")} htmlFor="smtp-password" {...item("password")}>
          <Input.Password
            id="smtp-password"
            autoComplete="new-password"
            placeholder={
              saved.hasPassword && !saved.isPasswordUnreadable && keepsPassword(saved, editor.value)
                ? t("smtp.password_kept")
                : ""
            }
            value={password ?? ""}
            onChange={(event) => change({ password: event.target.value === "" ? null : event.target.value })}
          />
        </Field>
        <Field label={t("smtp.from")} htmlFor="smtp-from" {...item("from")}>
          <Input
            id="smtp-from"
            placeholder="Acme <hr@acme.example>"
            value={from}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Field>
        <div className={styles.halves}>
          <Field label={t("smtp.per_minute")} htmlFor="smtp-per-minute" {...item("perMinute")}>
            <InputNumber
              id="smtp-per-minute"
              min={1}
              max={100_000}
              precision={0}
              placeholder={limitText(saved.defaultPerMinute)}
              value={perMinute ?? null}
              onChange={(next) => change({ perMinute: next })}
            />
          </Field>
          <Field label={t("smtp.domain_per_minute")} htmlFor="smtp-domain-per-minute" {...item("domainPerMinute")}>
            <InputNumber
              id="smtp-domain-per-minute"
              min={1}
              max={100_000}
              precision={0}
              placeholder={limitText(saved.defaultDomainPerMinute)}
              value={domainPerMinute ?? null}
              onChange={(next) => change({ domainPerMinute: next })}
            />
          </Field>
        </div>
        <p className={styles.hint}>{t("smtp.per_minute_hint")}</p>
        <div className={styles.actions}>
          <Button
            type="primary"
            htmlType="submit"
            loading={editor.isSaving}
            disabled={!canEdit || !isDirty || host.trim() === ""}
          >
            {t("smtp.save")}
          </Button>
          {saved.host ? <Button onClick={remove}>{t("smtp.remove")}</Button> : null}
        </div>
      </Form>
    </section>
  );
}
