// Edits the person's record, based on the version that was read.

import { Alert, App, Button, Form, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCanEditPeople, useSavePerson } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import type { PersonDetail } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import {
  canSeeSalaries,
  invalidFields,
  isPersonDetail,
  patchOf,
  RECORD_FIELDS,
  type RecordField,
  type RecordText,
  recordOf,
} from "../logic/record";
import styles from "./RecordCard.module.css";
import { useRecordLabels } from "./useRecordLabels";

export function RecordForm({ person, onDone }: { person: PersonDetail; onDone: () => void }) {
  const { t } = useTranslation(["candidate", "errors"]);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const labels = useRecordLabels();
  const organization_id = useOrganizationId();
  const mutation = useSavePerson();
  const canSave = useCanEditPeople();
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
    canSave,
  });
  const { value, conflicts } = form;
  const errors: Partial<Record<RecordField, string>> = {
    ...(invalid.includes("name") ? { name: t("errors:field.required") } : {}),
    ...(invalid.includes("email") ? { email: t("errors:field.email_invalid") } : {}),
    ...(invalid.includes("phone") ? { phone: t("errors:field.phone_invalid") } : {}),
    ...form.fieldErrors,
  };
  const edit = (change: Partial<RecordText>) => {
    form.edit(change);
    setInvalid((former) => former.filter((field) => !(field in change)));
  };
  const submit = async () => {
    const wrong = invalidFields(value, recordOf(person));
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
  const shown = RECORD_FIELDS.filter((field) => canSeeSalaries(person) || !field.endsWith("_salary"));
  const inWords = (text: string | string[] | undefined) => (Array.isArray(text) ? text.join(", ") : (text ?? ""));
  return (
    <Form layout="vertical" requiredMark={false} disabled={!canSave} onFinish={() => void submit()}>
      {form.error && Object.keys(form.fieldErrors).length === 0 ? (
        <Alert type="error" role="alert" showIcon title={errorText(form.error)} />
      ) : null}
      <FormNotices form={form} labels={labels} inWords={inWords} />
      {shown.map((field) => (
        <Field
          key={field}
          className={styles.item ?? ""}
          label={labels[field]}
          htmlFor={`person-${field}`}
          error={errors[field]}
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
              autoFocus={field === shown[0]}
              inputMode={field === "email" ? "email" : field === "phone" ? "tel" : undefined}
              value={value[field]}
              onChange={(event) => edit({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <div className={styles.buttons}>
        <Button
          type="primary"
          htmlType="submit"
          loading={form.isSaving}
          disabled={!canSave || Object.keys(conflicts).length > 0}
        >
          {t("record.save")}
        </Button>
        <Button disabled={false} onClick={() => form.guard.confirm(onDone)}>
          {t("record.cancel")}
        </Button>
      </div>
    </Form>
  );
}
