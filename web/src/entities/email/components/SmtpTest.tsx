// Sends a test email through the organization's mail server and shows the result.

import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import type { SmtpTestResult } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { useEmailReason } from "../reason";
import { useTestSmtp } from "../service";
import styles from "./Smtp.module.css";

/** As the error of an email is written. */
const errorOf = ({ code, smtp_code }: SmtpTestResult) => `${code ?? ""}${smtp_code ? `: (${smtp_code})` : ""}`;

export function SmtpTest({ hasOwnServer = false }: { hasOwnServer?: boolean }) {
  const { t } = useTranslation("email");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const reasonText = useEmailReason();
  const me = useSession().data?.user;
  const canTest = useCan("settings:edit");
  const test = useTestSmtp();
  const [to, setTo] = useState(me?.email ?? "");
  const refused = fieldErrors(test.error)["to"];
  return (
    <section className={styles.section} aria-labelledby="smtp-test">
      <h2 id="smtp-test" className={styles.title}>
        {t("test.title")}
      </h2>
      <p className={styles.note}>{hasOwnServer ? t("test.note") : t("test.note_default")}</p>
      <Form layout="vertical" requiredMark={false} noValidate onFinish={() => test.mutate(to.trim())}>
        <Field label={t("test.to")} htmlFor="smtp-test-to" error={refused}>
          <Input
            id="smtp-test-to"
            type="email"
            value={to}
            disabled={!canTest}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <Button htmlType="submit" loading={test.isPending} disabled={!canTest || to.trim() === ""}>
          {t("test.send")}
        </Button>
      </Form>
      <div role="status">
        {test.data?.ok ? <TestSuccess result={test.data} to={test.variables ?? ""} /> : null}
        {test.data && !test.data.ok ? (
          <Alert
            type="error"
            showIcon
            title={t("test.failed")}
            description={
              <>
                {reasonText(errorOf(test.data))}
                {test.data.code === "mail.deferred" ? ` ${t("test.deferred")}` : null}
              </>
            }
          />
        ) : null}
        {test.error && !refused ? <Alert type="error" showIcon title={errorText(test.error)} /> : null}
      </div>
    </section>
  );
}

/** The test email was taken, by which way. */
function TestSuccess({ result, to }: { result: SmtpTestResult; to: string }) {
  const { t } = useTranslation("email");
  if (result.via === "captured") return <Alert type="info" showIcon title={t("test.captured")} />;
  return (
    <Alert
      type="success"
      showIcon
      title={t("test.sent", { to, ms: result.latency_ms })}
      {...(result.via === "server" ? { description: t("test.via_server") } : {})}
    />
  );
}
