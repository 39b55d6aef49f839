// Connects my calendar by its secret URL; busy times are not offered to candidates.

import { Alert, Button, Form, Input, Skeleton } from "antd";
import { type Ref, useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";
import { useInterviewCalendar, useRemoveCalendar, useSaveCalendar } from "@/entities/interview/calendar";
import { useFormats } from "@/i18n/format";
import type { InterviewCalendar } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { UnsavedDialog, type UnsavedGuard, useUnsavedGuard } from "@/ui/forms/unsaved";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./CalendarSection.module.css";

interface Props {
  /** For the dialog, which closes the form. */
  guard: Ref<UnsavedGuard>;
}

export function CalendarSection({ guard }: Props) {
  const { t } = useTranslation("schedule");
  const calendar = useInterviewCalendar();
  return (
    <section className={styles.calendar} aria-labelledby="calendar-title">
      <h3 id="calendar-title" className={styles.title}>
        {t("calendar.title")}
      </h3>
      <p className={styles.note}>{t("calendar.note")}</p>
      <QueryView query={calendar} skeleton={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
        {(data) => (data.host ? <Connected calendar={data} host={data.host} /> : <ConnectForm guard={guard} />)}
      </QueryView>
    </section>
  );
}

function Connected({ calendar, host }: { calendar: InterviewCalendar; host: string }) {
  const { t } = useTranslation("schedule");
  const formats = useFormats();
  const errorText = useErrorText();
  const remove = useRemoveCalendar();
  const reasons: Record<NonNullable<InterviewCalendar["failure"]>, string> = {
    "calendar.unreachable": t("calendar.reason.unreachable"),
    "calendar.refused": t("calendar.reason.refused"),
    "calendar.host_forbidden": t("calendar.reason.host_forbidden"),
    "calendar.server_key_changed": t("calendar.reason.server_key_changed"),
    "calendar.unreadable": t("calendar.reason.unreadable"),
    "calendar.too_large": t("calendar.reason.too_large"),
  };
  const { failure, read_at } = calendar;
  return (
    <>
      {failure ? <Alert type="warning" showIcon title={reasons[failure]} /> : null}
      <div className={styles.connected}>
        <span>
          {host}
          <span className={styles.state}>
            {read_at ? t("calendar.read", { ago: formats.ago(read_at) }) : failure ? null : t("calendar.reading")}
          </span>
        </span>
        <Button size="small" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t("calendar.remove")}
        </Button>
      </div>
      {remove.error ? <Alert type="error" showIcon title={errorText(remove.error)} /> : null}
    </>
  );
}

function ConnectForm({ guard }: Props) {
  const { t } = useTranslation("schedule");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const save = useSaveCalendar();
  const [address, setAddress] = useState("");
  const unsaved = useUnsavedGuard(address !== "");
  useImperativeHandle(guard, () => unsaved);
  const refused = fieldErrors(save.error)["address"];
  return (
    <Form layout="vertical" onFinish={() => save.mutate(address)}>
      <UnsavedDialog guard={unsaved} />
      <Field
        label={t("calendar.address")}
        htmlFor="calendar-address"
        error={refused ? t("calendar.address_invalid") : undefined}
      >
        <div className={styles.connect}>
          <Input
            id="calendar-address"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value.trim())}
          />
          <Button htmlType="submit" loading={save.isPending} disabled={address === ""}>
            {t("calendar.connect")}
          </Button>
        </div>
      </Field>
      {save.error && !refused ? <Alert type="error" showIcon title={errorText(save.error)} /> : null}
    </Form>
  );
}
