// A new password, typed twice; a weak one is refused with its reason.
import { App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useWorkplace } from "@/api/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useUpdateUser } from "../api/account";
import styles from "./Account.module.css";

const MIN_LENGTH = 8;

export function PasswordForm() {
  const { t } = useTranslation("account");
  const { user } = useWorkplace().session;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const update = useUpdateUser();
  const [form] = Form.useForm<{ password: string; again: string }>();

  const save = ({ password }: { password: string }) =>
    update.mutate(
      { password },
      {
        onSuccess: () => {
          form.resetFields();
          message.success(t("password.saved"));
        },
        onError: (error) => {
          const refused = fieldErrors(error)["password"];
          if (refused) form.setFields([{ name: "password", errors: [refused] }]);
          else message.error(errorText(error));
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
      <Button htmlType="submit" loading={update.isPending}>
        {t("password.save")}
      </Button>
    </Form>
  );
}
