// Asks for a comment before a step of an offer.
import { Checkbox, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";

/** Steps that are asked about. */
export type CommentedStep = "return" | "withdraw" | "send";

interface Props {
  what: CommentedStep;
  /** Whether the candidate has the offer, and can be emailed that it is withdrawn. */
  isWithCandidate: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (comment: string, notifiesCandidate: boolean) => void;
}

export function CommentDialog({ what, isWithCandidate, isBusy, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("offers");
  const [comment, setComment] = useState("");
  const canNotify = what === "withdraw" && isWithCandidate;
  const [notifies, setNotifies] = useState(true);
  const guard = useUnsavedGuard(comment.trim() !== "");
  const { title, text, action } = {
    return: { title: t("return.title"), text: t("return.text"), action: t("action.return") },
    withdraw: { title: t("withdraw.title"), text: t("withdraw.text"), action: t("action.withdraw") },
    send: { title: t("resend.title"), text: t("resend.text"), action: t("action.send_again") },
  }[what];
  return (
    <Modal
      open
      width={440}
      title={title}
      okText={action}
      okButtonProps={{ danger: what === "withdraw", disabled: what === "return" && comment.trim() === "" }}
      confirmLoading={isBusy}
      onOk={() => onConfirm(comment.trim(), canNotify && notifies)}
      onCancel={() => guard.confirm(onCancel)}
    >
      <p>{text}</p>
      <Input.TextArea
        aria-label={t("comment")}
        placeholder={t("comment")}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={20_000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      {canNotify ? (
        <Checkbox checked={notifies} onChange={(event) => setNotifies(event.target.checked)}>
          {t("withdraw.notify")}
        </Checkbox>
      ) : null}
      <UnsavedDialog guard={guard} />
    </Modal>
  );
}
