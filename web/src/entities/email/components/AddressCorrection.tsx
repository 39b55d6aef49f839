// Corrects the address of a failed email and sends it again.
import { App, Button, Form } from "antd";
import Input from "antd/es/input/Input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Email } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { useCorrectAddress } from "../queries";
import styles from "./CandidateEmails.module.css";

export function AddressCorrection({ email, onClose }: { email: Email; onClose: () => void }) {
  const { t } = useTranslation("compose");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const correct = useCorrectAddress();
  const refused = useFieldErrors()(correct.error)["to"];
  const [typed, setTyped] = useState<string | null>(null);
  const to = (typed ?? email.to).trim();
  const submit = () =>
    correct.mutate(
      { id: email.id, to },
      {
        onSuccess: () => {
          message.success(t("address.sent", { to }));
          onClose();
        },
      },
    );
  const id = `address-${email.id}`;
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      <Field
        label={t("address.label")}
        htmlFor={id}
        error={refused ?? (correct.error ? errorText(correct.error) : undefined)}
      >
        <Input
          id={id}
          type="email"
          autoFocus
          value={typed ?? email.to}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button size="small" type="primary" htmlType="submit" loading={correct.isPending} disabled={to === ""}>
          {t("address.send")}
        </Button>
        <Button size="small" onClick={onClose}>
          {t("address.cancel")}
        </Button>
      </div>
    </Form>
  );
}
