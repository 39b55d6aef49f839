// Confirms blacklisting a person, with the number of applications it eliminates.
import { Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { useOpenApplications } from "../queries";

interface Props {
  /** The person; null closes the dialog. */
  person: { id: string; name?: string | null } | null;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

export function BlacklistDialog({ person, onClose, onConfirm }: Props) {
  const { t } = useTranslation("review");
  const [reason, setReason] = useState("");
  // Read here, because what the dialog shows stays as it is while it closes, when the applications are ending already.
  const open = useOpenApplications(person?.id ?? null);
  const guard = useUnsavedGuard(person !== null && reason.trim() !== "");
  return (
    <Modal
      open={person !== null}
      width={440}
      title={t("blacklist.title", { name: person?.name ?? t("nameless") })}
      okText={t("blacklist.confirm")}
      okButtonProps={{ danger: true }}
      onOk={() => onConfirm(reason.trim())}
      onCancel={() => guard.confirm(onClose)}
      afterClose={() => setReason("")}
    >
      <p>
        {open === undefined
          ? t("blacklist.text")
          : open === 0
            ? t("blacklist.none_open")
            : t("blacklist.open", { count: open })}
      </p>
      <Input.TextArea
        aria-label={t("blacklist.reason")}
        placeholder={t("blacklist.reason")}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <UnsavedDialog guard={guard} />
    </Modal>
  );
}
