// Asks before a person is taken off the blacklist, and says that their applications stay rejected.
import { Modal } from "antd";
import { useTranslation } from "react-i18next";

interface Props {
  /** The person; null closes the dialog. */
  person: { name?: string | null } | null;
  onClose: () => void;
  onConfirm: () => void;
}

export function UnblacklistDialog({ person, onClose, onConfirm }: Props) {
  const { t } = useTranslation("review");
  return (
    <Modal
      open={person !== null}
      width={440}
      title={t("blacklist.take_back_title", { name: person?.name ?? t("nameless") })}
      okText={t("blacklist.take_back")}
      onOk={onConfirm}
      onCancel={onClose}
    >
      <p>{t("blacklist.take_back_text")}</p>
    </Modal>
  );
}
