// Confirms elimination: whether to send a rejection email, and the reason if it overrides the AI.
import { Checkbox, Input, Modal } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

interface Named {
  name?: string | null | undefined;
}

interface Props {
  /** The candidates; empty closes the dialog. */
  people: readonly Named[];
  /** Whether an email can be written. */
  canWrite: boolean;
  /** Overrides the AI's recommendation for these candidates, which requires a reason. */
  overruled?: readonly Named[];
  /** Who gets the email, and who has no address. */
  recipients?: ReactNode;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (choice: { sendEmail: boolean; reason: string }) => void;
}

/** More than these are counted, not named. */
const MAX_NAMES = 8;
const NO_PEOPLE: readonly Named[] = [];

/** The people's names in a sentence. */
function useNameList(): (people: readonly Named[]) => string {
  const { t, i18n } = useTranslation("review");
  return (people) => {
    const names = people.slice(0, MAX_NAMES).map(({ name }) => name ?? t("nameless"));
    const others = people.length - names.length;
    return new Intl.ListFormat(i18n.language).format(
      others > 0 ? [...names, t("eliminate.others", { count: others })] : names,
    );
  };
}

export function EliminateDialog({
  people,
  canWrite,
  overruled = NO_PEOPLE,
  recipients,
  busy,
  onCancel,
  onConfirm,
}: Props) {
  const { t } = useTranslation("review");
  const nameList = useNameList();
  const [wantsEmail, setWantsEmail] = useState(true);
  const [reason, setReason] = useState("");
  const count = people.length;
  const name = people[0]?.name ?? t("nameless");
  const sendEmail = canWrite && wantsEmail;
  const needsReason = overruled.length > 0 && !sendEmail;
  return (
    <Modal
      open={count > 0}
      width={440}
      title={count === 1 ? t("eliminate.title_one_person", { name }) : t("eliminate.title", { count })}
      okText={sendEmail ? t("eliminate.write") : t("eliminate.confirm", { count })}
      okButtonProps={{ danger: true, loading: busy, disabled: needsReason && reason.trim() === "" }}
      onOk={() => onConfirm({ sendEmail, reason: reason.trim() })}
      onCancel={onCancel}
      afterClose={() => {
        setWantsEmail(true);
        setReason("");
      }}
    >
      {count > 1 ? <p>{nameList(people)}</p> : null}
      <p>{t("eliminate.irreversible")}</p>
      {canWrite ? (
        <Checkbox checked={wantsEmail} onChange={(event) => setWantsEmail(event.target.checked)}>
          {t("eliminate.send_email", { count })}
        </Checkbox>
      ) : (
        <p>{t("eliminate.no_email")}</p>
      )}
      {sendEmail ? recipients : null}
      {needsReason ? (
        <OverruleReason recommended="invite" people={overruled} value={reason} onChange={setReason} />
      ) : null}
    </Modal>
  );
}

/** The reason for overriding the AI; stored in the history. */
export function OverruleReason(props: {
  /** The AI's recommendation for these people. */
  recommended: "invite" | "reject";
  people: readonly Named[];
  value: string;
  onChange: (reason: string) => void;
}) {
  const { t } = useTranslation("review");
  const who = useNameList()(props.people);
  const id = useId();
  return (
    <div style={{ marginTop: "var(--space-3)" }}>
      <p>{props.recommended === "invite" ? t("overrule.invited", { who }) : t("overrule.rejected", { who })}</p>
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
