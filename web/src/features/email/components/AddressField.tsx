// The recipient's address, which is corrected in place, in the candidate's record.
import { Button, Form } from "antd";
import Input from "antd/es/input/Input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCanEditPeople, useSavePerson } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import type { Application } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import styles from "./AddressField.module.css";

interface Props {
  candidate: Application;
  /** Null if none is valid. */
  to: string | null;
  isLocked: boolean;
}

export function AddressField({ candidate, to, isLocked }: Props) {
  const { t } = useTranslation(["compose", "email"]);
  const organization_id = useOrganizationId();
  const canEdit = useCanEditPeople() && !isLocked;
  const save = useSavePerson();
  const errorText = useErrorText();
  const refused = useFieldErrors()(save.error)["email"];
  const [typed, setTyped] = useState<string | null>(null);
  const { person } = candidate;
  if (typed === null) {
    return (
      <p className={styles.to}>
        <span className={styles.label}>{t("email:to")}</span> {to ?? t("email:no_address")}
        {canEdit ? (
          <Button type="link" size="small" onClick={() => setTyped(to ?? person.email ?? person.contact ?? "")}>
            {to === null ? t("email:add_address") : t("address.correct")}
          </Button>
        ) : null}
      </p>
    );
  }
  const close = () => {
    setTyped(null);
    save.reset();
  };
  const submit = () =>
    save.mutate(
      { params: { path: { organization_id, person_id: person.id } }, body: { email: typed.trim() } },
      { onSuccess: close },
    );
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      <Field
        label={t("address.label")}
        htmlFor="recipient-address"
        error={refused ?? (save.error ? errorText(save.error) : undefined)}
      >
        <div className={styles.row}>
          <Input
            id="recipient-address"
            type="email"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button htmlType="submit" type="primary" loading={save.isPending} disabled={typed.trim() === ""}>
            {t("address.save")}
          </Button>
          <Button onClick={close}>{t("address.cancel")}</Button>
        </div>
      </Field>
    </Form>
  );
}
