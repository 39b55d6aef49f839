// Confirms elimination: whether to send a rejection email, and the reason if it overrides the AI.
import { Checkbox, Input, Modal } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  /** The candidates; empty closes the dialog. */
  people: readonly { name?: string | null | undefined }[];
  /** Whether an email can be written. */
  canWrite: boolean;
  /** Whether it overrides the AI's recommendation, which requires a reason. */
  overrules?: boolean;
  /** Who gets the email, and who has no address. */
  recipients?: ReactNode;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (choice: { sendEmail: boolean; reason: string }) => void;
}

/** More than these are counted, not named. */
const MAX_NAMES = 8;

export function EliminateDialog({ people, canWrite, overrules = false, recipients, busy, onCancel, onConfirm }: Props) {
  const { t, i18n } = useTranslation("review");
  const [wantsEmail, setWantsEmail] = useState(true);
  const [reason, setReason] = useState("");
  const count = people.length;
  const names = people.slice(0, MAX_NAMES).map((person) => person.name ?? t("nameless"));
  const others = count - names.length;
  const list = new Intl.ListFormat(i18n.language);
  const named = list.format(others > 0 ? [...names, t("eliminate.others", { count: others })] : names);
  const name = names[0] ?? t("nameless");
  const sendEmail = canWrite && wantsEmail;
  return (
    <Modal
      open={count > 0}
      width={440}
      title={count === 1 ? t("eliminate.title_one_person", { name }) : t("eliminate.title", { count })}
      okText={sendEmail ? t("eliminate.write") : t("eliminate.confirm", { count })}
      okButtonProps={{ danger: true, loading: busy, disabled: overrules && !sendEmail && reason.trim() === "" }}
      onOk={() => onConfirm({ sendEmail, reason: reason.trim() })}
      onCancel={onCancel}
      afterClose={() => {
        setWantsEmail(true);
        setReason("");
      }}
    >
      {count > 1 ? <p>{named}</p> : null}
      <p>{t("eliminate.irreversible")}</p>
      {canWrite ? (
        <Checkbox checked={wantsEmail} onChange={(event) => setWantsEmail(event.target.checked)}>
          {t("eliminate.send_email", { count })}
        </Checkbox>
      ) : (
        <p>{t("eliminate.no_email")}</p>
      )}
      {sendEmail ? recipients : null}
      {overrules && !sendEmail ? <OverruleReason value={reason} onChange={setReason} /> : null}
    </Modal>
  );
}

/** The reason for overriding the AI; stored in the history. */
export function OverruleReason(props: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation("review");
  const id = useId();
  return (
    <div style={{ marginTop: "var(--space-3)" }}>
      <label htmlFor={id}>{t("overrule.label")}</label>
      <Input
        id={id}
        autoFocus
        maxLength={2000}
        placeholder={t("overrule.placeholder")}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
