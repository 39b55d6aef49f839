// Deletes the user's account: says what goes and what stays, and asks for the address and the password.
import { Alert, Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentOrganization } from "@/entities/session/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useDeleteAccount } from "../api/account";
import styles from "./Account.module.css";

export function DeleteAccount() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className={styles.note}>{t("delete.text")}</p>
      <Button danger onClick={() => setOpen(true)}>
        {t("delete.open")}
      </Button>
      {open ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Dialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const { email } = useCurrentOrganization().session.user;
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const remove = useDeleteAccount();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  const wrong = remove.error ? fieldErrors(remove.error)["current_password"] : undefined;
  const confirm = () => {
    if (isSame) remove.mutate(password ? { current_password: password } : {});
  };
  return (
    <Modal
      open
      title={t("delete.ask")}
      okText={t("delete.confirm")}
      okButtonProps={{ danger: true, disabled: !isSame, loading: remove.isPending }}
      cancelText={t("delete.cancel")}
      onOk={confirm}
      onCancel={onClose}
      width={520}
    >
      <ul className={styles.points}>
        <li>{t("delete.goes")}</li>
        <li>{t("delete.stays")}</li>
        <li>{t("delete.final")}</li>
      </ul>
      {remove.error && !wrong ? <Alert type="error" role="alert" title={errorText(remove.error)} /> : null}
      <Form layout="vertical" onFinish={confirm}>
        <Form.Item label={t("delete.type_email", { email })} htmlFor="delete-email">
          <Input
            id="delete-email"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t("email.password")}
          htmlFor="delete-password"
          extra={t("password.current_hint")}
          {...(wrong ? { validateStatus: "error" as const, help: wrong } : {})}
        >
          <Input.Password
            id="delete-password"
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
