// Phone, job title, bio and time zone, all optional.
import { App, Button, Form, Input } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { timeZoneName } from "@/i18n/timeZones";
import type { MyProfile } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { TimeZoneSelect } from "@/ui/forms/TimeZoneSelect";
import type { UnsavedGuard } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useMyProfile, useSaveProfile } from "../queries";
import styles from "./Forms.module.css";

type Fields = Record<"phone" | "job_title" | "bio" | "timezone", string | null>;

function fieldsOf({ phone = null, job_title = null, bio = null, timezone = null }: MyProfile): Fields {
  return { phone, job_title, bio, timezone };
}

interface Props {
  profile: MyProfile;
  submit: string;
  /** Whether there is nothing to do without a change. */
  needsChange?: boolean;
  onSaved: (guard: UnsavedGuard) => void;
}

export function AboutMeForm({ profile, submit, needsChange = false, onSaved }: Props) {
  const { t, i18n } = useTranslation("user");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const query = useMyProfile();
  const save = useSaveProfile();
  const [form] = Form.useForm<Fields>();
  const editor = useServerForm<Fields>({
    saved: fieldsOf(profile),
    refresh: async () => fieldsOf((await query.refetch({ throwOnError: true })).data ?? profile),
    canSave: true,
    save: async (_changes, _version, value) => {
      const answer = await save.mutateAsync({ ...value, timezone: value.timezone || null });
      return { saved: answer ? fieldsOf(answer) : value };
    },
  });
  const { value } = editor;
  // Changes from another device go into unedited fields.
  useEffect(() => form.setFieldsValue(value), [form, value]);
  const send = async () => {
    if (await editor.submit()) onSaved(editor.guard);
  };
  const showError = useEffectEvent((error: unknown) => {
    const refused = Object.entries(fieldErrors(error));
    if (refused.length === 0) message.error(errorText(error));
    form.setFields(refused.map(([name, words]) => ({ name: name as keyof Fields, errors: [words] })));
  });
  useEffect(() => {
    if (editor.error) showError(editor.error);
  }, [editor.error]);

  const labels: Record<keyof Fields, string> = {
    job_title: t("job_title"),
    phone: t("phone"),
    timezone: t("timezone"),
    bio: t("bio"),
  };
  const inWords = (text: string | null, field: keyof Fields) =>
    field === "timezone" && text ? timeZoneName(i18n.language as Language, text) : (text ?? "");

  return (
    <Form
      name="about_me"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      initialValues={value}
      onValuesChange={(change: Partial<Fields>) => editor.edit(change)}
      onFinish={() => void send()}
    >
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <Form.Item name="job_title" label={labels.job_title}>
        <Input autoComplete="organization-title" maxLength={120} />
      </Form.Item>
      <Form.Item name="phone" label={labels.phone}>
        <Input type="tel" autoComplete="tel" maxLength={40} />
      </Form.Item>
      <Form.Item name="timezone" label={labels.timezone} extra={t("timezone_hint")}>
        <TimeZoneSelect allowClear placeholder={t("timezone_browser")} />
      </Form.Item>
      <Form.Item name="bio" label={labels.bio}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={editor.isSaving} disabled={needsChange && !editor.isDirty}>
        {submit}
      </Button>
    </Form>
  );
}
