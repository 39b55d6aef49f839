// Edits the text and time of a scheduled email.
import { Alert, App, Form, Modal } from "antd";
import Input from "antd/es/input/Input";
import TextArea from "antd/es/input/TextArea";
import { useTranslation } from "react-i18next";
import { zoneOf } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { useDateStyle } from "@/i18n/dateStyle";
import { dateWriters } from "@/i18n/format";
import type { Language } from "@/i18n/languages";
import { timeZoneName } from "@/i18n/timeZones";
import type { Email } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { isEmail, type ScheduledText, useUpdateScheduledEmail } from "../queries";
import { useCanWriteEmails } from "../service";
import { instantOf, wallTime } from "../zoned";
import { SendTimePicker } from "./SendTimePicker";

const asSaved = ({ subject, body, send_at, version }: Email) => ({
  saved: { subject, body, sendAt: send_at ?? "" },
  version,
});

export function ScheduledEmailDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const { t, i18n } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const update = useUpdateScheduledEmail();
  const canSave = useCanWriteEmails();
  const zone = zoneOf(useCurrentOrganization().membership.organization);
  const inZone = dateWriters(i18n.language as Language, { ...useDateStyle(), timeZone: zone });
  const form = useServerForm<ScheduledText>({
    ...asSaved(email),
    save: async (changes, version) =>
      asSaved(await update.mutateAsync({ id: email.id, version: Number(version), changes })),
    readCurrent: (row) => (isEmail(row) ? asSaved(row) : null),
    canSave,
  });
  const { subject, body, sendAt } = form.value;
  const isFuture = sendAt !== "" && Date.parse(sendAt) > Date.now();
  const isWritten = subject.trim() !== "" && body.trim() !== "";
  const labels: Record<keyof ScheduledText, string> = {
    subject: t("subject"),
    body: t("body"),
    sendAt: t("later.when"),
  };
  const submit = async () => {
    if (!(await form.submit())) return;
    message.success(t("scheduled.saved"));
    onClose();
  };
  return (
    <Modal
      open
      width={640}
      title={t("scheduled.title", { to: email.person_name ?? email.to })}
      okText={t("scheduled.save")}
      okButtonProps={{ disabled: !canSave || !form.isDirty || !isFuture || !isWritten, loading: form.isSaving }}
      onCancel={() => form.guard.confirm(onClose)}
      onOk={() => void submit()}
    >
      {form.error ? <Alert type="error" showIcon title={errorText(form.error)} /> : null}
      <FormNotices
        form={form}
        labels={labels}
        inWords={(value, field) =>
          field === "sendAt" && value
            ? `${inZone.dateTime(new Date(value))} (${timeZoneName(i18n.language as Language, zone, new Date(value))})`
            : value
        }
      />
      <Form layout="vertical" requiredMark={false} disabled={!canSave}>
        <Form.Item label={labels.subject} htmlFor="scheduled-subject">
          <Input
            id="scheduled-subject"
            maxLength={200}
            value={subject}
            onChange={(event) => form.edit({ subject: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={labels.body} htmlFor="scheduled-body">
          <TextArea
            id="scheduled-body"
            autoSize={{ minRows: 6, maxRows: 16 }}
            value={body}
            onChange={(event) => form.edit({ body: event.target.value })}
          />
        </Form.Item>
        <SendTimePicker
          zone={zone}
          value={sendAt ? wallTime(zone, new Date(sendAt)) : null}
          onChange={(at) => form.edit({ sendAt: at ? instantOf(at, zone).toISOString() : "" })}
        />
      </Form>
    </Modal>
  );
}
