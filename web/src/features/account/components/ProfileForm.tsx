// The user's name; the email address is read-only.

import { Alert, App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { loadUser, useCurrentOrganization } from "@/entities/session/session";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useUpdateUser } from "../api/account";
import styles from "./Account.module.css";

interface Fields {
  full_name: string;
}

export function ProfileForm() {
  const { t } = useTranslation("account");
  const { user } = useCurrentOrganization().session;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const update = useUpdateUser();
  const editor = useServerForm<Fields>({
    saved: { full_name: user.full_name },
    refresh: async () => ({ full_name: (await loadUser())?.full_name ?? user.full_name }),
    canSave: true,
    save: async (_changes, _version, value) => {
      const full_name = value.full_name.trim();
      await update.mutateAsync({ full_name });
      return { saved: { full_name } };
    },
  });
  const { full_name } = editor.value;
  const isMissing = full_name.trim() === "";
  const problem = isMissing && editor.isDirty ? t("required") : editor.fieldErrors.full_name;
  const save = async () => {
    if (!isMissing && (await editor.submit())) message.success(t("profile.saved"));
  };

  return (
    <Form className={styles.form ?? ""} layout="vertical" onFinish={() => void save()}>
      <FormNotices form={editor} labels={{ full_name: t("profile.full_name") }} inWords={(name) => name} />
      {editor.error && !editor.fieldErrors.full_name ? (
        <Alert type="error" showIcon role="alert" title={errorText(editor.error)} />
      ) : null}
      <Form.Item label={t("profile.email")} htmlFor="account-email">
        <Input id="account-email" value={user.email} readOnly variant="filled" />
      </Form.Item>
      <Field label={t("profile.full_name")} htmlFor="account-name" error={problem}>
        <Input
          id="account-name"
          autoComplete="name"
          maxLength={200}
          value={full_name}
          onChange={(event) => editor.edit({ full_name: event.target.value })}
        />
      </Field>
      <Button
        type="primary"
        htmlType="submit"
        loading={editor.isSaving}
        disabled={isMissing || full_name.trim() === user.full_name}
      >
        {t("profile.save")}
      </Button>
    </Form>
  );
}
