// Phone, job title, bio and time zone, all optional.
import { App, Button, Form, Input } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import type { MyProfile } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { TimeZoneSelect } from "@/ui/forms/TimeZoneSelect";
import { UnsavedDialog } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useSaveProfile } from "../queries";
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
  onSaved: () => void;
}

export function AboutMeForm({ profile, submit, needsChange = false, onSaved }: Props) {
  const { t } = useTranslation("user");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const save = useSaveProfile();
  const [form] = Form.useForm<Fields>();
  const editor = useServerForm<Fields>({
    saved: fieldsOf(profile),
    save: async (_changes, _version, value) => {
      const answer = await save.mutateAsync({ ...value, timezone: value.timezone || null });
      return { saved: answer ? fieldsOf(answer) : value };
    },
  });
  const { value } = editor;
  // Changes from another device go into unedited fields.
  useEffect(() => form.setFieldsValue(value), [form, value]);
  const send = async () => {
    if (await editor.submit()) onSaved();
  };
  const showError = useEffectEvent((error: unknown) => {
    const refused = Object.entries(fieldErrors(error));
    if (refused.length === 0) message.error(errorText(error));
    form.setFields(refused.map(([name, words]) => ({ name: name as keyof Fields, errors: [words] })));
  });
  useEffect(() => {
    if (editor.error) showError(editor.error);
  }, [editor.error]);

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
      <Form.Item name="job_title" label={t("job_title")}>
        <Input autoComplete="organization-title" maxLength={120} />
      </Form.Item>
      <Form.Item name="phone" label={t("phone")}>
        <Input type="tel" autoComplete="tel" maxLength={40} />
      </Form.Item>
      <Form.Item name="timezone" label={t("timezone")} extra={t("timezone_hint")}>
        <TimeZoneSelect allowClear placeholder={t("timezone_browser")} />
      </Form.Item>
      <Form.Item name="bio" label={t("bio")}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={editor.isSaving} disabled={needsChange && !editor.isDirty}>
        {submit}
      </Button>
      <UnsavedDialog guard={editor.guard} />
    </Form>
  );
}
