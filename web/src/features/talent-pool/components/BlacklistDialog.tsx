// Asks before a person is blacklisted, which ends all their applications for good.
import { Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TalentPoolEntry } from "@/lib/api/types";

interface Props {
  entry: TalentPoolEntry | null;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

export function BlacklistDialog({ entry, onClose, onConfirm }: Props) {
  const { t } = useTranslation("talent-pool");
  const [reason, setReason] = useState("");
  return (
    <Modal
      open={entry !== null}
      width={440}
      title={t("blacklist.title", { name: entry?.person.name ?? t("nameless") })}
      okText={t("blacklist.confirm")}
      okButtonProps={{ danger: true }}
      onOk={() => onConfirm(reason.trim())}
      onCancel={onClose}
      afterClose={() => setReason("")}
    >
      <p>{t("blacklist.text")}</p>
      <Input.TextArea
        aria-label={t("blacklist.reason")}
        placeholder={t("blacklist.reason")}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
