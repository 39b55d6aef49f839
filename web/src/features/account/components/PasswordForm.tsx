// Sets a new password, typed twice, next to the current one; shows why a weak or wrong one is refused.
import { App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useMailReset, useUpdateUser } from "../api/account";
import styles from "./Account.module.css";

const MIN_LENGTH = 8;

interface PasswordValues {
  current_password?: string;
  password: string;
  again: string;
}

export function PasswordForm() {
  const { t } = useTranslation("account");
  const { user } = useCurrentOrganization().session;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const update = useUpdateUser();
  const [form] = Form.useForm<PasswordValues>();
  const isTyped = Object.values(Form.useWatch([], form) ?? {}).some(Boolean);

  const save = ({ current_password, password }: PasswordValues) =>
    update.mutate(
      { password, ...(current_password ? { current_password } : {}) },
      {
        onSuccess: () => {
          form.resetFields();
          message.success(t("password.saved"));
        },
        onError: (error) => {
          const refused = fieldErrors(error);
          const asked = error instanceof ApiProblem && error.code === "auth.reauthentication_needed";
          const current = asked ? errorText(error) : refused["current_password"];
          form.setFields([
            { name: "current_password", errors: current ? [current] : [] },
            { name: "password", errors: refused["password"] ? [refused["password"]] : [] },
          ]);
          if (current) form.focusField("current_password");
          else if (!refused["password"]) message.error(errorText(error));
        },
      },
    );

  return (
    <Form
      name="account_password"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      requiredMark={false}
      onFinish={save}
    >
      <p className={styles.note}>{t("password.text")}</p>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Form.Item
        name="current_password"
        className={styles.hinted ?? ""}
        label={t("password.current")}
        extra={<CurrentHint />}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t("password.new")}
        rules={[
          { required: true, message: t("required") },
          {
            validator: (_, password: string = "") =>
              password === "" || [...password].length >= MIN_LENGTH
                ? Promise.resolve()
                : Promise.reject(new Error(t("password.short"))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder={t("password.hint")} />
      </Form.Item>
      <Form.Item
        name="again"
        label={t("password.again")}
        dependencies={["password"]}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, again: string = "") =>
              again === (getFieldValue("password") ?? "")
                ? Promise.resolve()
                : Promise.reject(new Error(t("password.mismatch"))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={update.isPending} disabled={!isTyped}>
        {t("password.save")}
      </Button>
    </Form>
  );
}

/** When the current password may be left empty, and what to do if it was forgotten. */
function CurrentHint() {
  const { t } = useTranslation("account");
  const { email } = useCurrentOrganization().session.user;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const mail = useMailReset();
  return (
    <span className={styles.hint}>
      {t("password.current_hint")}
      <button
        type="button"
        className={styles.forgot}
        disabled={mail.isPending}
        onClick={() =>
          mail.mutate(undefined, {
            onSuccess: () => message.success(t("password.reset_sent", { email })),
            onError: (error) => message.error(errorText(error)),
          })
        }
      >
        {t("password.forgot")}
      </button>
    </span>
  );
}
