// An interview's notes.
import { Alert, Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import { isSchedule, useChangeSchedule } from "@/entities/interview/schedules";
import { useCan } from "@/entities/session/memberships";
import type { Schedule } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useActionToast } from "@/ui/useActionToast";
import styles from "./SchedulePanel.module.css";

const asSaved = ({ notes, version }: Schedule) => ({ saved: { notes }, version });

export function ScheduleNotes({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation("schedule");
  const errorText = useErrorText();
  const toast = useActionToast();
  const change = useChangeSchedule();
  const canSave = useCan("schedule:edit");
  const form = useServerForm<{ notes: string }>({
    ...asSaved(schedule),
    canSave,
    save: async (changes, version) =>
      asSaved(await change.mutateAsync({ schedule: { id: schedule.id, version: Number(version) }, change: changes })),
    readCurrent: (row) => (isSchedule(row) ? asSaved(row) : null),
  });
  const submit = async () => {
    if (await form.submit()) toast({ key: `schedule-${schedule.id}`, text: t("done.notes"), seconds: 2 });
  };
  return (
    <section className={styles.notes}>
      <h3 id="schedule-notes">{t("fact.notes")}</h3>
      {form.error ? (
        <Alert
          type="error"
          role="alert"
          showIcon
          title={t("failed.why", { failed: t("failed.notes"), why: errorText(form.error) })}
        />
      ) : null}
      <FormNotices form={form} labels={{ notes: t("fact.notes") }} inWords={(text) => text} />
      <Input.TextArea
        aria-labelledby="schedule-notes"
        readOnly={!canSave}
        placeholder={t("notes_placeholder")}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={10_000}
        value={form.value.notes}
        onChange={(event) => form.edit({ notes: event.target.value })}
      />
      {canSave && form.isDirty ? (
        <Button loading={form.isSaving} onClick={() => void submit()}>
          {t("action.save_notes")}
        </Button>
      ) : null}
    </section>
  );
}
