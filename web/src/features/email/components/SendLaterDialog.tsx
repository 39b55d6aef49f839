// Chooses when to send, in the organization's time zone.
import { Modal } from "antd";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SendTimePicker } from "@/entities/email/components/SendTimePicker";
import { instantOf, nextMorning } from "@/entities/email/zoned";

interface Props {
  count: number;
  /** IANA name. */
  zone: string;
  onCancel: () => void;
  onConfirm: (at: Date) => void;
}

export function SendLaterDialog({ count, zone, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("email");
  // The field shows the time in the organization's zone.
  const [at, setAt] = useState<Dayjs | null>(() => nextMorning(zone));
  const instant = at && instantOf(at, zone);
  const isFuture = instant !== null && instant.getTime() > Date.now();
  return (
    <Modal
      open
      width={440}
      title={t("later.title")}
      okText={t("later.confirm", { count })}
      okButtonProps={{ disabled: !isFuture }}
      onCancel={onCancel}
      onOk={() => instant && onConfirm(instant)}
    >
      <SendTimePicker zone={zone} value={at} onChange={setAt} />
    </Modal>
  );
}
