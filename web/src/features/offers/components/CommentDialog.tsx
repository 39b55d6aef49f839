// Asks for a comment before a step of an offer.
import { Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";

/** Steps that are asked about. */
export type CommentedStep = "return" | "withdraw" | "send";

interface Props {
  what: CommentedStep;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (comment: string) => void;
}

export function CommentDialog({ what, isBusy, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("offers");
  const [comment, setComment] = useState("");
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
      onOk={() => onConfirm(comment.trim())}
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
      <UnsavedDialog guard={guard} />
    </Modal>
  );
}
