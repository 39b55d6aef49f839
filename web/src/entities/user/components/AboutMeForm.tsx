// Phone, job title, bio and time zone; all of them optional.
import { App, Button, Form, Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { MyProfile } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useSaveProfile } from "../queries";
import { timeZones } from "../zones";
import styles from "./Forms.module.css";

type Fields = Record<"phone" | "job_title" | "bio" | "timezone", string | null>;

interface Props {
  profile: MyProfile;
  submit: string;
  onSaved: () => void;
}

export function AboutMeForm({ profile, submit, onSaved }: Props) {
  const { t } = useTranslation("user");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const save = useSaveProfile();
  const [form] = Form.useForm<Fields>();
  const { phone = null, job_title = null, bio = null, timezone = null } = profile;

  return (
    <Form
      name="about_me"
      form={form}
      className={styles.form ?? ""}
      layout="vertical"
      initialValues={{ phone, job_title, bio, timezone }}
      onFinish={(fields) =>
        save.mutate(
          { ...fields, timezone: fields.timezone || null },
          {
            onSuccess: onSaved,
            onError: (error) => {
              const refused = Object.entries(fieldErrors(error));
              if (refused.length === 0) message.error(errorText(error));
              form.setFields(refused.map(([name, words]) => ({ name: name as keyof Fields, errors: [words] })));
            },
          },
        )
      }
    >
      <Form.Item name="job_title" label={t("job_title")}>
        <Input autoComplete="organization-title" maxLength={120} />
      </Form.Item>
      <Form.Item name="phone" label={t("phone")}>
        <Input type="tel" autoComplete="tel" maxLength={40} />
      </Form.Item>
      <Form.Item name="timezone" label={t("timezone")} extra={t("timezone_hint")}>
        <Select
          allowClear
          showSearch
          placeholder={t("timezone_browser")}
          options={timeZones().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        />
      </Form.Item>
      <Form.Item name="bio" label={t("bio")}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {submit}
      </Button>
    </Form>
  );
}
