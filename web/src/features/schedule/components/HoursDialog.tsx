// My bookable hours: the week, the time zone, the interview duration, and the note for candidates.

import { Alert, Button, Checkbox, Form, Input, Modal, Skeleton, TimePicker } from "antd";
import dayjs from "dayjs";
import { Plus, X } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useInterviewHours, useSaveHours } from "@/entities/interview/hours";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Language } from "@/i18n/languages";
import { timeZoneName } from "@/i18n/timeZones";
import type { InterviewHours } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { NumberField } from "@/ui/forms/NumberField";
import { TimeZoneSelect } from "@/ui/forms/TimeZoneSelect";
import type { UnsavedGuard } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import { QueryView } from "@/ui/states/QueryView";
import { areValid, type DayHours, DEFAULT_HOURS, daysOf, rangeAfter, weeklyOf } from "../logic/weekly";
import { CalendarSection } from "./CalendarSection";
import { DaysOffField } from "./DaysOffField";
import styles from "./HoursDialog.module.css";

const FORM = "interview-hours";

export function HoursDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["schedule", "interview"]);
  const hours = useInterviewHours();
  const guard = useRef<UnsavedGuard>(null);
  const calendarGuard = useRef<UnsavedGuard>(null);
  const [isSaving, setSaving] = useState(false);
  const canSave = [useCan("schedule:view"), useCan("schedule:review"), useCan("pipeline:schedule")].some(Boolean);
  const closeWithoutCalendar = () => (calendarGuard.current ? calendarGuard.current.confirm(onClose) : onClose());
  const close = () => {
    let isAsked = false;
    // Discarding the hours discards the calendar address too, without a second question.
    const then = () => (isAsked ? onClose() : closeWithoutCalendar());
    if (guard.current) guard.current.confirm(then);
    else then();
    isAsked = true;
  };
  return (
    <Modal
      open
      width={520}
      title={t("hours.title")}
      okText={t("interview:dialog.save")}
      cancelText={t("interview:dialog.cancel")}
      okButtonProps={{ htmlType: "submit", form: FORM, disabled: !canSave || hours.data === undefined }}
      confirmLoading={isSaving}
      onCancel={close}
    >
      <QueryView query={hours} skeleton={<Skeleton active paragraph={{ rows: 8 }} />}>
        {(data) => (
          <HoursForm
            hours={data}
            guard={guard}
            canSave={canSave}
            onRefresh={async () => (await hours.refetch({ throwOnError: true })).data ?? data}
            onSaving={setSaving}
            onSaved={closeWithoutCalendar}
          />
        )}
      </QueryView>
      <CalendarSection guard={calendarGuard} />
    </Modal>
  );
}

/** Days off are one text, a day a line, which can be compared. */
type HoursText = Required<Omit<InterviewHours, "weekly" | "holidays">> & { days: DayHours[]; holidays: string };

const daysOffOf = (holidays: string): string[] => holidays.split("\n").filter(Boolean);

function textOf({ weekly, holidays, meeting_link, location, ...rest }: InterviewHours): HoursText {
  return {
    ...rest,
    days: daysOf(weekly),
    holidays: (holidays ?? []).join("\n"),
    meeting_link: meeting_link ?? "",
    location: location ?? "",
  };
}

interface FormProps {
  hours: InterviewHours;
  /** For the dialog, which closes the form. */
  guard: Ref<UnsavedGuard>;
  canSave: boolean;
  /** Refetches before saving: the hours are sent as a whole, including changes made elsewhere. */
  onRefresh: () => Promise<InterviewHours>;
  onSaving: (isSaving: boolean) => void;
  onSaved: () => void;
}

function HoursForm({ hours, guard, canSave, onRefresh, onSaving, onSaved }: FormProps) {
  const { t, i18n } = useTranslation("schedule");
  const errorText = useErrorText();
  const formats = useFormats();
  const save = useSaveHours();
  const [tried, setTried] = useState(false);
  const editor = useServerForm<HoursText>({
    saved: textOf(hours),
    refresh: async () => textOf(await onRefresh()),
    canSave,
    save: async (_changes, _version, { days: week, holidays, ...rest }) => {
      const body = { ...rest, weekly: weeklyOf(week), holidays: daysOffOf(holidays) };
      await save.mutateAsync(body);
      return { saved: textOf(body) };
    },
  });
  useImperativeHandle(guard, () => editor.guard);
  const { value: form, edit, error, fieldErrors: fields } = editor;
  const { days, holidays } = form;
  const editDay = (weekday: number, ranges: DayHours["ranges"]) =>
    edit({ days: days.map((day) => (day.weekday === weekday ? { weekday, ranges } : day)) });
  const isWeekValid = areValid(days);
  const field = (name: string) => ({ error: fields[name] });
  const dayName = new Intl.DateTimeFormat(i18n.language, { weekday: "long", timeZone: "UTC" });
  const labels: Record<keyof HoursText, string> = {
    time_zone: t("hours.zone"),
    days: t("hours.week"),
    slot_minutes: t("hours.slot"),
    buffer_minutes: t("hours.buffer"),
    notice_hours: t("hours.notice"),
    holidays: t("hours.holidays"),
    meeting_link: t("fact.link"),
    location: t("fact.location"),
  };
  // 5 January 1970 was a Monday.
  const weekdayName = (weekday: number) => dayName.format(new Date(Date.UTC(1970, 0, 4 + weekday)));
  const inWords = (value: string | number | readonly DayHours[], name: keyof HoursText) => {
    if (name === "time_zone") return timeZoneName(i18n.language as Language, String(value));
    if (typeof value === "string") return value;
    if (typeof value === "number") return formats.number(value);
    return value
      .filter(({ ranges }) => ranges.length > 0)
      .map(
        ({ weekday, ranges }) => `${weekdayName(weekday)} ${ranges.map(({ from, to }) => `${from}–${to}`).join(", ")}`,
      )
      .join("\n");
  };
  const submit = async () => {
    setTried(true);
    if (!isWeekValid) return;
    onSaving(true);
    const isSaved = await editor.submit();
    onSaving(false);
    if (isSaved) onSaved();
  };
  return (
    <Form id={FORM} layout="vertical" disabled={!canSave} onFinish={() => void submit()}>
      {error && Object.keys(fields).length === 0 ? (
        <Alert type="error" showIcon className={styles.alert} title={errorText(error)} />
      ) : null}
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <p className={styles.lead}>{t("hours.lead")}</p>
      <Field label={t("hours.zone")} htmlFor="hours-zone" {...field("time_zone")}>
        <TimeZoneSelect id="hours-zone" value={form.time_zone} onChange={(time_zone) => edit({ time_zone })} />
      </Field>
      <fieldset className={styles.week}>
        <legend>{t("hours.week")}</legend>
        {days.map(({ weekday, ranges }) => {
          const name = weekdayName(weekday);
          const next = ranges.length > 0 ? rangeAfter(ranges) : null;
          return (
            <div key={weekday} className={styles.day}>
              <Checkbox
                checked={ranges.length > 0}
                onChange={(event) => editDay(weekday, event.target.checked ? [DEFAULT_HOURS] : [])}
              >
                {name}
              </Checkbox>
              <div className={styles.ranges}>
                {ranges.map((range, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity beside their place
                  <span key={at} className={styles.range}>
                    <TimeField
                      label={t("hours.from", { day: name })}
                      value={range.from}
                      onChange={(from) => editDay(weekday, ranges.with(at, { ...range, from }))}
                    />
                    –
                    <TimeField
                      label={t("hours.to", { day: name })}
                      value={range.to}
                      onChange={(to) => editDay(weekday, ranges.with(at, { ...range, to }))}
                    />
                    {ranges.length > 1 ? (
                      <Button
                        type="text"
                        size="small"
                        aria-label={t("hours.remove", { day: name })}
                        icon={<X size={14} aria-hidden="true" />}
                        onClick={() => editDay(weekday, ranges.toSpliced(at, 1))}
                      />
                    ) : null}
                  </span>
                ))}
                {next ? (
                  <Button
                    type="text"
                    size="small"
                    aria-label={t("hours.add", { day: name })}
                    icon={<Plus size={14} aria-hidden="true" />}
                    onClick={() => editDay(weekday, [...ranges, next])}
                  />
                ) : null}
              </div>
            </div>
          );
        })}
        {tried && !isWeekValid ? (
          <p className={styles.error} role="alert">
            {t("hours.invalid")}
          </p>
        ) : null}
      </fieldset>
      <div className={styles.numbers}>
        <Field label={t("hours.slot")} htmlFor="hours-slot" {...field("slot_minutes")}>
          <NumberField
            id="hours-slot"
            min={10}
            max={480}
            precision={0}
            value={form.slot_minutes}
            onChange={(slot_minutes) => edit({ slot_minutes })}
          />
        </Field>
        <Field label={t("hours.buffer")} htmlFor="hours-buffer" {...field("buffer_minutes")}>
          <NumberField
            id="hours-buffer"
            min={0}
            max={240}
            precision={0}
            value={form.buffer_minutes}
            onChange={(buffer_minutes) => edit({ buffer_minutes })}
          />
        </Field>
        <Field label={t("hours.notice")} htmlFor="hours-notice" {...field("notice_hours")}>
          <NumberField
            id="hours-notice"
            min={0}
            max={336}
            precision={0}
            value={form.notice_hours}
            onChange={(notice_hours) => edit({ notice_hours })}
          />
        </Field>
      </div>
      <Field label={t("hours.holidays")} htmlFor="hours-holidays" {...field("holidays")}>
        <DaysOffField
          id="hours-holidays"
          value={daysOffOf(holidays)}
          onChange={(chosen) => edit({ holidays: chosen.join("\n") })}
        />
      </Field>
      <Field label={t("fact.link")} htmlFor="hours-link" {...field("meeting_link")}>
        <Input
          id="hours-link"
          inputMode="url"
          placeholder="https://"
          value={form.meeting_link}
          onChange={(event) => edit({ meeting_link: event.target.value.trim() })}
        />
      </Field>
      <Field label={t("fact.location")} htmlFor="hours-location" {...field("location")}>
        <Input id="hours-location" value={form.location} onChange={(event) => edit({ location: event.target.value })} />
      </Field>
    </Form>
  );
}

/** A time of day as `HH:MM`, written alike whatever the browser's language. */
function TimeField(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TimePicker
      aria-label={props.label}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      showNow={false}
      allowClear={false}
      value={dayjs(`2000-01-01T${props.value}`)}
      onChange={(time) => {
        if (time) props.onChange(time.format("HH:mm"));
      }}
    />
  );
}
