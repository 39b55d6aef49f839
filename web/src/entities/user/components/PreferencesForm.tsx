// Language, date format and email preferences.
import { Alert, Button, Form, Select, Switch } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { dateWriters } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Preferences } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import type { UnsavedGuard } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useMyPreferences, useSavePreferences } from "../queries";
import styles from "./Forms.module.css";

interface Props {
  preferences: Preferences;
  submit: string;
  /** Whether there is nothing to do without a change. */
  needsChange?: boolean;
  onSaved: (guard: UnsavedGuard) => void;
}

const DATE_FORMATS = ["language", "iso", "day_first", "month_first"] as const;

export function PreferencesForm({ preferences, submit, needsChange = false, onSaved }: Props) {
  const { t, i18n } = useTranslation(["user", "common"]);
  const errorText = useErrorText();
  const query = useMyPreferences();
  const save = useSavePreferences();
  const [form] = Form.useForm<Preferences>();
  const language = i18n.language as Language;
  const now = new Date();
  // The language on screen: one that was chosen before signing in is in this browser only, and saving keeps it.
  const formOf = (saved: Preferences): Preferences => ({ ...saved, language });
  const editor = useServerForm<Preferences>({
    saved: formOf(preferences),
    refresh: async () => formOf((await query.refetch({ throwOnError: true })).data ?? preferences),
    canSave: true,
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
    if (await editor.submit()) onSaved(editor.guard);
  };
  const labels: Record<keyof Preferences, string> = {
    language: t("language"),
    date_format: t("date_format"),
    email_notifications: t("email_notifications"),
    candidate_updates: t("candidate_updates"),
    interview_reminders: t("interview_reminders"),
    offer_updates: t("offer_updates"),
  };
  const dateFormat = (format: Preferences["date_format"]) =>
    t(`date_format_${format}`, { example: dateWriters(language, { format, timeZone: null }).date(now) });
  const inWords = (content: Preferences[keyof Preferences], field: keyof Preferences) => {
    if (typeof content === "boolean") return content ? t("common:conflict.on") : t("common:conflict.off");
    if (field === "date_format") return dateFormat(content as Preferences["date_format"]);
    return content ? LANGUAGE_NAMES[content as Language] : "";
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
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <Form.Item name="language" label={labels.language} extra={t("language_hint")}>
        <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      </Form.Item>
      <Form.Item name="date_format" label={labels.date_format}>
        <Select
          options={DATE_FORMATS.map((format) => ({
            value: format,
            label: dateFormat(format),
          }))}
        />
      </Form.Item>
      <div className={styles.switch}>
        <Form.Item name="email_notifications" valuePropName="checked" noStyle>
          <Switch aria-labelledby="email_notifications" />
        </Form.Item>
        <span>
          <strong id="email_notifications">{labels.email_notifications}</strong>
          <small>{t("email_notifications_hint")}</small>
        </span>
      </div>
      <div className={styles.switch} data-nested="true">
        <Form.Item name="candidate_updates" valuePropName="checked" noStyle>
          <Switch aria-labelledby="candidate_updates" disabled={!wantsEmail} />
        </Form.Item>
        <span>
          <strong id="candidate_updates">{labels.candidate_updates}</strong>
          <small>{t("candidate_updates_hint")}</small>
        </span>
      </div>
      <div className={styles.switch} data-nested="true">
        <Form.Item name="interview_reminders" valuePropName="checked" noStyle>
          <Switch aria-labelledby="interview_reminders" disabled={!wantsEmail} />
        </Form.Item>
        <span>
          <strong id="interview_reminders">{labels.interview_reminders}</strong>
          <small>{t("interview_reminders_hint")}</small>
        </span>
      </div>
      <div className={styles.switch} data-nested="true">
        <Form.Item name="offer_updates" valuePropName="checked" noStyle>
          <Switch aria-labelledby="offer_updates" disabled={!wantsEmail} />
        </Form.Item>
        <span>
          <strong id="offer_updates">{labels.offer_updates}</strong>
          <small>{t("offer_updates_hint")}</small>
        </span>
      </div>
      <Button type="primary" htmlType="submit" loading={editor.isSaving} disabled={needsChange && !editor.isDirty}>
        {submit}
      </Button>
    </Form>
  );
}
