// What is kept of a person beside the resume: contact, salaries where my role sees them, tags, source and last contact.
import { Alert, App, Button, Form, Input, Select, Tag } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Contact } from "@/entities/application/components/Contact";
import { useCanEditPeople, useSavePerson } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import type { PersonDetail } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { ConflictNotice } from "@/ui/forms/ConflictNotice";
import { UnsavedDialog } from "@/ui/forms/unsaved";
import { useServerForm } from "@/ui/forms/useServerForm";
import {
  invalidFields,
  isPersonDetail,
  patchOf,
  RECORD_FIELDS,
  type RecordField,
  type RecordText,
  recordOf,
  seesSalaries,
} from "../logic/record";
import styles from "./RecordCard.module.css";

export function RecordCard({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const [editing, setEditing] = useState(false);
  const canEdit = useCanEditPeople();
  return (
    <section aria-label={t("record.title")}>
      <header className={styles.head}>
        <h2>{t("record.title")}</h2>
        {canEdit && !editing ? (
          <Button size="small" onClick={() => setEditing(true)}>
            {t("record.edit")}
          </Button>
        ) : null}
      </header>
      {editing ? <RecordForm person={person} onDone={() => setEditing(false)} /> : <Facts person={person} />}
    </section>
  );
}

function useLabels(): Record<RecordField, string> {
  const { t } = useTranslation("candidate");
  return {
    email: t("field.email"),
    phone: t("field.phone"),
    contact: t("field.contact"),
    expected_salary: t("field.expected_salary"),
    current_salary: t("field.current_salary"),
    tags: t("field.tags"),
  };
}

function Facts({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const labels = useLabels();
  return (
    <>
      <Contact person={person} />
      <dl className={styles.facts}>
        {seesSalaries(person) ? (
          <>
            <Fact label={labels.expected_salary}>{person.expected_salary}</Fact>
            <Fact label={labels.current_salary}>{person.current_salary}</Fact>
          </>
        ) : null}
        <Fact label={labels.tags}>
          {person.tags.length > 0 ? (
            <span className={styles.tags}>
              {person.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
          ) : null}
        </Fact>
        <Fact label={t("record.last_contact")}>
          {person.last_contact_at ? (
            <span title={formats.dateTime(person.last_contact_at)}>{formats.ago(person.last_contact_at)}</span>
          ) : (
            t("record.never")
          )}
        </Fact>
        <Fact label={t("record.since")}>{formats.date(person.created_at)}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation("candidate");
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className={styles.none}>{t("record.none")}</span>}</dd>
    </div>
  );
}

function RecordForm({ person, onDone }: { person: PersonDetail; onDone: () => void }) {
  const { t } = useTranslation(["candidate", "errors"]);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const labels = useLabels();
  const organization_id = useOrganizationId();
  const mutation = useSavePerson();
  const [invalid, setInvalid] = useState<readonly RecordField[]>([]);
  const form = useServerForm<RecordText>({
    saved: recordOf(person),
    version: person.version,
    save: async (changes, version) => {
      const answer = await mutation.mutateAsync({
        params: { path: { organization_id, person_id: person.id } },
        body: patchOf(changes, Number(version)),
      });
      return { saved: recordOf(answer), version: answer.version };
    },
    readCurrent: (row) => (isPersonDetail(row) ? { saved: recordOf(row), version: row.version } : null),
  });
  const { value, conflicts } = form;
  const errors: Partial<Record<RecordField, string>> = {
    ...(invalid.includes("email") ? { email: t("errors:field.email_invalid") } : {}),
    ...(invalid.includes("phone") ? { phone: t("errors:field.phone_invalid") } : {}),
    ...form.fieldErrors,
  };
  const edit = (change: Partial<RecordText>) => {
    form.edit(change);
    setInvalid((former) => former.filter((field) => !(field in change)));
  };
  const submit = async () => {
    const wrong = invalidFields(value);
    setInvalid(wrong);
    if (wrong[0]) {
      document.getElementById(`person-${wrong[0]}`)?.focus();
      return;
    }
    if (!form.isDirty) return onDone();
    if (!(await form.submit())) return;
    message.success(t("record.saved"), 2);
    onDone();
  };
  const shown = RECORD_FIELDS.filter((field) => seesSalaries(person) || !field.endsWith("_salary"));
  const inWords = (text: string | string[] | undefined) => (Array.isArray(text) ? text.join(", ") : (text ?? ""));
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => void submit()}>
      {form.error && Object.keys(form.fieldErrors).length === 0 ? (
        <Alert type="error" role="alert" showIcon title={errorText(form.error)} />
      ) : null}
      <ConflictNotice
        conflicts={RECORD_FIELDS.filter((field) => field in conflicts).map((field) => ({
          field,
          label: labels[field],
          mine: inWords(value[field]),
          theirs: inWords(conflicts[field]),
        }))}
        onResolve={(field, choice) => form.resolve(field as RecordField, choice)}
      />
      {shown.map((field) => (
        <Form.Item
          key={field}
          className={styles.item ?? ""}
          label={labels[field]}
          htmlFor={`person-${field}`}
          validateStatus={errors[field] ? "error" : ""}
          help={errors[field]}
        >
          {field === "tags" ? (
            <Select
              id="person-tags"
              mode="tags"
              maxCount={30}
              open={false}
              suffixIcon={null}
              tokenSeparators={[",", "，", "、"]}
              value={value.tags}
              onChange={(tags: string[]) => edit({ tags })}
            />
          ) : (
            <Input
              id={`person-${field}`}
              maxLength={200}
              autoComplete="off"
              aria-invalid={errors[field] ? true : undefined}
              inputMode={field === "email" ? "email" : field === "phone" ? "tel" : undefined}
              value={value[field]}
              onChange={(event) => edit({ [field]: event.target.value })}
            />
          )}
        </Form.Item>
      ))}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={form.isSaving} disabled={Object.keys(conflicts).length > 0}>
          {t("record.save")}
        </Button>
        <Button
          onClick={() => {
            form.guard.release();
            onDone();
          }}
        >
          {t("record.cancel")}
        </Button>
      </div>
      <UnsavedDialog guard={form.guard} />
    </Form>
  );
}
