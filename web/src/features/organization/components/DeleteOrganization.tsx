// Deletes the organization: counts what is deleted and asks for the name.
import { Alert, Button, Form, Input, Modal, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDeleteOrganization } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { HOME } from "@/lib/routes/href";
import { loadPage } from "@/lib/routes/loadPage";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { useDeletionSummary } from "../api/deletion";
import styles from "./DeleteOrganization.module.css";

export function DeleteOrganization({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation("organization");
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="delete-organization">
      <h2 className={styles.title} id="delete-organization">
        {t("delete.title")}
      </h2>
      <p className={styles.text}>{t("delete.text")}</p>
      <Button danger onClick={() => setOpen(true)}>
        {t("delete.open")}
      </Button>
      {open ? <Dialog onClose={() => setOpen(false)} onDeleted={onDeleted} /> : null}
    </section>
  );
}

function Dialog(props: { onClose: () => void; onDeleted: () => void }) {
  const { t } = useTranslation("organization");
  const { name } = useCurrentOrganization().membership.organization;
  const errorText = useErrorText();
  const contents = useDeletionSummary(true);
  const remove = useDeleteOrganization();
  const [typed, setTyped] = useState("");
  const same = typed.trim() === name.trim();
  const confirm = () => {
    if (!same) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        props.onDeleted();
        loadPage(HOME);
      },
    });
  };
  return (
    <Modal
      open
      title={t("delete.ask", { name })}
      okText={t("delete.confirm")}
      okButtonProps={{ danger: true, disabled: !same || !contents.data, loading: remove.isPending }}
      cancelText={t("cancel")}
      onOk={confirm}
      onCancel={props.onClose}
      width={520}
    >
      <QueryView query={contents} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {({ jobs, candidates, members }) => (
          <>
            <p>{t("delete.goes")}</p>
            <ul className={styles.goes}>
              <li>{t("delete.jobs", { count: jobs })}</li>
              <li>{t("delete.candidates", { count: candidates })}</li>
              <li>{t("delete.members", { count: members })}</li>
            </ul>
            <p className={styles.final}>{t("delete.final")}</p>
          </>
        )}
      </QueryView>
      {remove.error ? <Alert type="error" role="alert" title={errorText(remove.error)} /> : null}
      <Form layout="vertical" onFinish={confirm}>
        <Form.Item className={styles.name ?? ""} label={t("delete.type_name", { name })} htmlFor="delete-name">
          <Input id="delete-name" value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
