// A test email through the organization's mail server: to whom, and how it went.
import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useEmailReason } from "../reason";
import { useTestSmtp } from "../service";
import styles from "./Smtp.module.css";

export function SmtpTest() {
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
      <p className={styles.note}>{t("test.note")}</p>
      <Form layout="vertical" requiredMark={false} onFinish={() => test.mutate(to.trim())}>
        <Form.Item label={t("test.to")} htmlFor="smtp-test-to" validateStatus={refused ? "error" : ""} help={refused}>
          <Input
            id="smtp-test-to"
            type="email"
            value={to}
            disabled={!canTest}
            onChange={(event) => setTo(event.target.value)}
          />
        </Form.Item>
        <Button htmlType="submit" loading={test.isPending} disabled={!canTest || to.trim() === ""}>
          {t("test.send")}
        </Button>
      </Form>
      <div role="status">
        {test.data?.ok ? (
          <Alert type="success" showIcon title={t("test.sent", { to, ms: test.data.latency_ms })} />
        ) : null}
        {test.data && !test.data.ok ? (
          <Alert type="error" showIcon title={t("test.failed")} description={reasonText(test.data.code ?? "")} />
        ) : null}
        {test.error && !refused ? <Alert type="error" showIcon title={errorText(test.error)} /> : null}
      </div>
    </section>
  );
}
