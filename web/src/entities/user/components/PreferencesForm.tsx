// Language, date format and email preferences.
import { Alert, Button, Form, Select, Switch } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { dateWriters } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Preferences } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { UnsavedDialog } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useSavePreferences } from "../queries";
import styles from "./Forms.module.css";

interface Props {
  preferences: Preferences;
  submit: string;
  /** Whether there is nothing to do without a change. */
  needsChange?: boolean;
  onSaved: () => void;
}

const DATE_FORMATS = ["language", "iso", "day_first", "month_first"] as const;

export function PreferencesForm({ preferences, submit, needsChange = false, onSaved }: Props) {
  const { t, i18n } = useTranslation("user");
  const errorText = useErrorText();
  const save = useSavePreferences();
  const [form] = Form.useForm<Preferences>();
  const language = i18n.language as Language;
  const now = new Date();
  const editor = useServerForm<Preferences>({
    saved: { ...preferences, language: preferences.language ?? language },
    save: async (_changes, _version, value) => {
      await save.mutateAsync(value);
      return { saved: value };
    },
  });
  const { value } = editor;
  const wantsEmail = value.email_notifications;
  // Changes from another device go into unedited fields.
  useEffect(() => form.setFieldsValue(value), [form, value]);
  const send = async () => {
    if (await editor.submit()) onSaved();
  };

  return (
    <Form
      name="preferences"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      initialValues={value}
      onValuesChange={(change: Partial<Preferences>) => editor.edit(change)}
      onFinish={() => void send()}
    >
      {editor.error ? <Alert type="error" showIcon role="alert" title={errorText(editor.error)} /> : null}
      <Form.Item name="language" label={t("language")} extra={t("language_hint")}>
        <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      </Form.Item>
      <Form.Item name="date_format" label={t("date_format")}>
        <Select
          options={DATE_FORMATS.map((format) => ({
            value: format,
            label: t(`date_format_${format}`, { example: dateWriters(language, { format, timeZone: null }).date(now) }),
          }))}
        />
      </Form.Item>
      <div className={styles.switch}>
        <Form.Item name="email_notifications" valuePropName="checked" noStyle>
          <Switch aria-labelledby="email_notifications" />
        </Form.Item>
        <span>
          <strong id="email_notifications">{t("email_notifications")}</strong>
          <small>{t("email_notifications_hint")}</small>
        </span>
      </div>
      <div className={styles.switch} data-nested="true">
        <Form.Item name="candidate_updates" valuePropName="checked" noStyle>
          <Switch aria-labelledby="candidate_updates" disabled={!wantsEmail} />
        </Form.Item>
        <span>
          <strong id="candidate_updates">{t("candidate_updates")}</strong>
          <small>{t("candidate_updates_hint")}</small>
        </span>
      </div>
      <div className={styles.switch} data-nested="true">
        <Form.Item name="interview_reminders" valuePropName="checked" noStyle>
          <Switch aria-labelledby="interview_reminders" disabled={!wantsEmail} />
        </Form.Item>
        <span>
          <strong id="interview_reminders">{t("interview_reminders")}</strong>
          <small>{t("interview_reminders_hint")}</small>
        </span>
      </div>
      <Button type="primary" htmlType="submit" loading={editor.isSaving} disabled={needsChange && !editor.isDirty}>
        {submit}
      </Button>
      <UnsavedDialog guard={editor.guard} />
    </Form>
  );
}
