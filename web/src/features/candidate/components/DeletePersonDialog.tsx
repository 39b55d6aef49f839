// Asks before a candidate is deleted: lists what is deleted and has the name typed.
import { Alert, App, Form, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useDeletePerson } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import type { PersonDetail } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import styles from "./DeletePerson.module.css";

export function DeletePersonDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { t } = useTranslation("candidate");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const navigate = useNavigate();
  const remove = useDeletePerson();
  const [typed, setTyped] = useState("");
  const name = person.name ?? t("nameless");
  const isSame = typed.trim() === name.trim();
  const confirm = () => {
    if (!isSame) return;
    remove.mutate(
      { params: { path: { organization_id, person_id: person.id } } },
      {
        onSuccess: () => {
          void message.success(t("delete.done", { name }));
          void navigate(href("talentPool"), { replace: true });
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t("delete.ask", { name })}
      okText={t("delete.confirm")}
      okButtonProps={{ danger: true, disabled: !isSame, loading: remove.isPending }}
      cancelText={t("record.cancel")}
      onOk={confirm}
      onCancel={onClose}
      width={520}
    >
      <p>{t("delete.goes")}</p>
      <ul className={styles.goes}>
        <li>{t("delete.applications", { count: person.applications.length })}</li>
        <li>{t("delete.files")}</li>
        <li>{t("delete.interviews")}</li>
        <li>{t("delete.notes")}</li>
      </ul>
      <p className={styles.final}>{t("delete.final")}</p>
      {remove.error ? <Alert type="error" role="alert" title={errorText(remove.error)} /> : null}
      <Form layout="vertical" onFinish={confirm}>
        <Form.Item className={styles.name ?? ""} label={t("delete.type_name", { name })} htmlFor="delete-name">
          <Input id="delete-name" value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
