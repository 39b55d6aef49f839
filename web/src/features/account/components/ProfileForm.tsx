// The user's name; the email address is read-only.
import { App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useUpdateUser } from "../api/account";
import styles from "./Account.module.css";

export function ProfileForm() {
  const { t } = useTranslation("account");
  const { user } = useCurrentOrganization().session;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const update = useUpdateUser();
  const [form] = Form.useForm<{ full_name: string }>();
  const typed: string | undefined = Form.useWatch("full_name", form);

  const save = ({ full_name }: { full_name: string }) =>
    update.mutate(
      { full_name: full_name.trim() },
      {
        onSuccess: () => message.success(t("profile.saved")),
        onError: (error) => {
          const refused = fieldErrors(error)["full_name"];
          if (refused) form.setFields([{ name: "full_name", errors: [refused] }]);
          else message.error(errorText(error));
        },
      },
    );

  return (
    <Form
      name="account_profile"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      requiredMark={false}
      initialValues={{ full_name: user.full_name }}
      onFinish={save}
    >
      <Form.Item label={t("profile.email")} htmlFor="account-email">
        <Input id="account-email" value={user.email} readOnly variant="filled" />
      </Form.Item>
      <Form.Item
        name="full_name"
        label={t("profile.full_name")}
        rules={[{ required: true, whitespace: true, message: t("required") }]}
      >
        <Input autoComplete="name" maxLength={200} />
      </Form.Item>
      <Button
        type="primary"
        htmlType="submit"
        loading={update.isPending}
        disabled={typed === undefined || typed.trim() === user.full_name}
      >
        {t("profile.save")}
      </Button>
    </Form>
  );
}
