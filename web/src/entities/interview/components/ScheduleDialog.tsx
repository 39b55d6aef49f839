// Schedules or moves an interview: time, interviewer, location. Scheduling also books the candidate.

import { Alert, AutoComplete, DatePicker, Form, Input, InputNumber, Modal, Select } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { instantOf, wallTime } from "@/entities/email/zoned";
import { useCan } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import { datePattern, useDateStyle, useTimeZone } from "@/i18n/dateStyle";
import { useFormats } from "@/i18n/format";
import { useTimeZoneName } from "@/i18n/timeZones";
import { ApiProblem } from "@/lib/api/problem";
import type { Schedule } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { dayAround, slotOf, useAvailability } from "../availability";
import { useInterviewers } from "../interviewers";
import {
  DURATIONS,
  emptyForm,
  followingForm,
  formOf,
  inputOf,
  patchOf,
  rescheduleForm,
  type ScheduleForm,
} from "../scheduleForm";
import { isSchedule, useChangeSchedule, useCreateSchedule } from "../schedules";
import { CandidateSelect } from "./CandidateSelect";
import { DayTimes } from "./DayTimes";
import { MailNotice } from "./MailNotice";
import styles from "./ScheduleDialog.module.css";
import { useSavedToast } from "./useSavedToast";

interface Props {
  /** The candidate; null if chosen in the dialog. */
  candidate: { applicationId: string; name: string } | null;
  /** The interview to move; null for a new one. */
  schedule: Schedule | null;
  /** The interview to copy: cancelled, or missed by the candidate. */
  former?: Schedule | null;
  /** Preselected start time. */
  start?: string;
  /** The interview that it follows. */
  after?: Schedule | null;
  /** Above the form. */
  note?: string;
  onClose: () => void;
  onSaved: (schedule: Schedule) => void;
}

export function ScheduleDialog({ candidate, schedule, former, start, after, note, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation("interview");
  const errorText = useErrorText();
  const formats = useFormats();
  const timeZone = useTimeZone();
  const pattern = datePattern(useDateStyle()) ?? "YYYY-MM-DD";
  const session = useSession();
  const interviewers = useInterviewers();
  const create = useCreateSchedule();
  const change = useChangeSchedule();
  const canChange = useCan("schedule:edit");
  const canPlan = [useCan("schedule:create"), useCan("pipeline:schedule")].some(Boolean);
  const canSave = schedule ? canChange : canPlan;
  const latest = useRef<Schedule | null>(null);
  const [initial] = useState(() => {
    if (former) return rescheduleForm(former, new Date());
    if (after) return followingForm(after, candidate?.applicationId ?? null, new Date());
    const empty = emptyForm(candidate?.applicationId ?? null, new Date());
    return start ? { ...empty, start } : empty;
  });
  const editor = useServerForm<ScheduleForm>({
    ...(schedule ? asSaved(schedule) : { saved: initial, version: 0 }),
    save: async (changes, version, value) => {
      latest.current = schedule
        ? await change.mutateAsync({
            schedule: { id: schedule.id, version: Number(version) },
            change: patchOf(changes, value),
          })
        : await create.mutateAsync({ application_id: value.applicationId, ...inputOf(value) });
      return asSaved(latest.current);
    },
    readCurrent: (row) => (isSchedule(row) ? asSaved(row) : null),
    canSave,
  });
  const { value: form, edit, error, fieldErrors: fields } = editor;
  const availability = useAvailability(form, schedule?.id ?? null, session.data?.user.id);
  const savedToast = useSavedToast();
  const theirZone = availability.data?.candidate_zone;
  const theirZoneName = useTimeZoneName(theirZone ?? timeZone, new Date(form.start));
  const theirTime = (zone: string) =>
    new Intl.DateTimeFormat(i18n.language, {
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: zone,
    }).format(new Date(form.start));
  const interviewerName = form.interviewerName.trim() || (session.data?.user.full_name ?? "");
  const candidateName = candidate?.name ?? schedule?.candidate?.name ?? t("dialog.candidate");
  const zoneName = useTimeZoneName(timeZone, new Date(form.start));
  const other = conflictOf(error);
  const field = (name: string) => ({ error: fields[name] });
  const labels: Record<keyof ScheduleForm, string> = {
    applicationId: t("dialog.candidate"),
    start: t("dialog.start"),
    minutes: t("dialog.duration"),
    interviewerName: t("dialog.interviewer"),
    interviewerId: t("dialog.interviewer"),
    round: t("dialog.round"),
    meetingLink: t("dialog.link"),
    location: t("dialog.location"),
    notes: t("dialog.notes"),
  };
  const inWords = (value: string | number | null, name: keyof ScheduleForm) => {
    if (value === null) return "";
    if (name === "start") return formats.dateTime(String(value));
    if (name === "minutes") return t("minutes", { count: Number(value) });
    if (name === "interviewerId") return interviewers.find((member) => member.user_id === value)?.label ?? "";
    return typeof value === "number" ? formats.number(value) : value;
  };

  const save = async () => {
    if (schedule && !editor.isDirty) return onClose();
    if (!(await editor.submit()) || !latest.current) return;
    editor.guard.release();
    savedToast(latest.current, schedule, availability.data?.is_reversible ?? false);
    onSaved(latest.current);
  };

  return (
    <Modal
      open
      width={520}
      title={
        schedule
          ? t("dialog.move_title")
          : candidate
            ? t("dialog.title_named", { name: candidate.name })
            : t("dialog.title")
      }
      okText={schedule ? t("dialog.save") : t("dialog.schedule")}
      cancelText={t("dialog.cancel")}
      confirmLoading={editor.isSaving}
      okButtonProps={{ disabled: !canSave }}
      onOk={() => void save()}
      onCancel={() => editor.guard.confirm(onClose)}
    >
      <Form layout="vertical" className={styles.form} disabled={!canSave} onFinish={() => void save()}>
        {error && Object.keys(fields).length === 0 ? (
          <Alert
            type="error"
            showIcon
            className={styles.alert}
            title={
              other
                ? t("dialog.conflict", {
                    interviewer: other.interviewer.name,
                    name: other.candidate?.name ?? t("nameless"),
                    time: formats.dateTime(other.start_time),
                  })
                : errorText(error)
            }
          />
        ) : null}
        <FormNotices form={editor} labels={labels} inWords={inWords} />
        {note ? <p>{note}</p> : null}
        {candidate || schedule ? null : (
          <Form.Item label={t("dialog.candidate")} extra={t("dialog.candidate_hint")} htmlFor="interview-candidate">
            <CandidateSelect
              id="interview-candidate"
              value={form.applicationId}
              onChange={(applicationId) => edit({ applicationId })}
            />
          </Form.Item>
        )}
        <div className={styles.pair}>
          <Field label={t("dialog.start")} htmlFor="interview-start" {...field("start_time")}>
            <DatePicker
              id="interview-start"
              className={styles.wide ?? ""}
              showTime={{ format: "HH:mm", minuteStep: 5 }}
              format={[`${pattern} HH:mm`, "YYYY-MM-DD HH:mm"]}
              allowClear={false}
              needConfirm={false}
              // The moment it would set is that of the browser's clock.
              showNow={false}
              value={wallTime(timeZone, new Date(form.start))}
              onChange={(value) => {
                if (value) edit({ start: instantOf(value, timeZone).toISOString() });
              }}
            />
          </Field>
          <Field label={t("dialog.duration")} htmlFor="interview-minutes" {...field("end_time")}>
            <Select<number>
              id="interview-minutes"
              value={form.minutes}
              onChange={(minutes) => edit({ minutes })}
              options={[...new Set([...DURATIONS, form.minutes])]
                .toSorted((a, b) => a - b)
                .map((minutes) => ({ value: minutes, label: t("minutes", { count: minutes }) }))}
            />
          </Field>
        </div>
        <p className={styles.zone}>
          {t("dialog.zone", { zone: zoneName })}
          {theirZone && theirZone !== timeZone ? (
            <>
              <br />
              {t("dialog.candidate_time", { time: theirTime(theirZone), zone: theirZoneName })}
            </>
          ) : null}
        </p>
        {availability.data ? (
          <DayTimes
            participants={[
              { role: "interviewer" as const, name: interviewerName, busy: availability.data.interviewer?.busy },
              { role: "candidate" as const, name: candidateName, busy: availability.data.candidate?.busy },
            ].flatMap(({ busy, ...participant }) => (busy ? [{ ...participant, busy }] : []))}
            free={availability.data.free}
            chosen={slotOf(form)}
            midnight={dayAround(form.start).from}
            onChoose={(chosen) => edit({ start: chosen })}
          />
        ) : null}
        <div className={styles.pair}>
          <Field
            label={t("dialog.interviewer")}
            htmlFor="interview-interviewer"
            extra={t("dialog.interviewer_hint")}
            {...field("interviewer.name")}
            {...field("interviewer.user_id")}
          >
            <AutoComplete
              id="interview-interviewer"
              value={
                interviewers.find((member) => member.user_id === form.interviewerId)?.label ?? form.interviewerName
              }
              placeholder={session.data?.user.full_name ?? ""}
              options={interviewers.map(({ user_id, label }) => ({ key: user_id, value: label }))}
              showSearch={{
                filterOption: (typed, option) =>
                  String(option?.value ?? "")
                    .toLowerCase()
                    .includes(typed.toLowerCase()),
              }}
              onChange={(typed: string | undefined) => {
                const member = interviewers.find(({ label }) => label === typed);
                edit({ interviewerName: member?.name ?? typed ?? "", interviewerId: member?.user_id ?? null });
              }}
            />
          </Field>
          <Field label={t("dialog.round")} htmlFor="interview-round" {...field("round")}>
            <InputNumber
              id="interview-round"
              className={styles.wide ?? ""}
              min={1}
              max={99}
              precision={0}
              placeholder={t("dialog.round_next")}
              value={form.round}
              onChange={(round) => edit({ round })}
            />
          </Field>
        </div>
        <Field label={t("dialog.link")} htmlFor="interview-link" {...field("meeting_link")}>
          <Input
            id="interview-link"
            inputMode="url"
            placeholder="https://"
            value={form.meetingLink}
            onChange={(event) => edit({ meetingLink: event.target.value })}
          />
        </Field>
        <Field label={t("dialog.location")} htmlFor="interview-location" {...field("location")}>
          <Input
            id="interview-location"
            value={form.location}
            onChange={(event) => edit({ location: event.target.value })}
          />
        </Field>
        <Field label={t("dialog.notes")} htmlFor="interview-notes" {...field("notes")}>
          <Input.TextArea
            id="interview-notes"
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={form.notes}
            onChange={(event) => edit({ notes: event.target.value })}
          />
        </Field>
        {availability.data ? (
          <MailNotice form={form} schedule={schedule} interviewer={interviewerName} availability={availability.data} />
        ) : null}
      </Form>
    </Modal>
  );
}

const asSaved = (schedule: Schedule) => ({ saved: formOf(schedule), version: schedule.version });

/** The conflicting interview of a refused time. */
function conflictOf(error: unknown): Schedule | null {
  return error instanceof ApiProblem && error.code === "schedule.double_booking" && error.current
    ? (error.current as Schedule)
    : null;
}
