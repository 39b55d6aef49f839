// Changes the account's address: a link proves that the new one is the user's.
import { App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useChangeEmail } from "../api/account";
import styles from "./Account.module.css";

interface Values {
  email: string;
  current_password?: string;
}

export function EmailForm() {
  const { t } = useTranslation("account");
  const { user } = useCurrentOrganization().session;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const change = useChangeEmail();
  const [form] = Form.useForm<Values>();
  const isTyped = Boolean(Form.useWatch("email", form));
  const send = ({ email, current_password }: Values) =>
    change.mutate(
      { email, ...(current_password ? { current_password } : {}) },
      {
        onSuccess: () => form.resetFields(),
        onError: (error) => {
          const refused = fieldErrors(error);
          const asked = error instanceof ApiProblem && error.code === "auth.reauthentication_needed";
          const current = asked ? errorText(error) : refused["current_password"];
          form.setFields([
            { name: "email", errors: refused["email"] ? [refused["email"]] : [] },
            { name: "current_password", errors: current ? [current] : [] },
          ]);
          if (!current && !refused["email"]) message.error(errorText(error));
        },
      },
    );
  return (
    <Form
      name="account_email"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      requiredMark={false}
      onFinish={send}
    >
      <p className={styles.note} role="status">
        {change.isSuccess ? t("email.sent", { email: change.variables.email }) : t("email.text", { email: user.email })}
      </p>
      <Form.Item name="email" label={t("email.new")} rules={[{ required: true, message: t("required") }]}>
        <Input type="email" autoComplete="email" maxLength={254} />
      </Form.Item>
      <Form.Item
        name="current_password"
        className={styles.hinted ?? ""}
        label={t("email.password")}
        extra={<span className={styles.hint}>{t("password.current_hint")}</span>}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending} disabled={!isTyped}>
        {t("email.send")}
      </Button>
    </Form>
  );
}
