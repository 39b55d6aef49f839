// When emails are sent that wait: a day and a minute in the organization's time zone.
import { DatePicker, Modal } from "antd";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { instantOf, nextMorning, wallTime } from "../logic/zoned";

interface Props {
  count: number;
  /** An IANA name. */
  zone: string;
  onCancel: () => void;
  onConfirm: (at: Date) => void;
}

export function SendLaterDialog({ count, zone, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("email");
  const formats = useFormats();
  // What stands in the field is the time on the organization's wall.
  const [at, setAt] = useState<Dayjs | null>(() => nextMorning(zone));
  const instant = at && instantOf(at, zone);
  const isFuture = instant !== null && instant.getTime() > Date.now();
  const isElsewhere = zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Modal
      open
      width={420}
      title={t("later.title")}
      okText={t("later.confirm", { count })}
      okButtonProps={{ disabled: !isFuture }}
      onCancel={onCancel}
      onOk={() => instant && onConfirm(instant)}
    >
      <DatePicker
        aria-label={t("later.when")}
        style={{ width: "100%" }}
        showTime={{ format: "HH:mm", minuteStep: 5 }}
        format="YYYY-MM-DD HH:mm"
        disabledDate={(day) => day.isBefore(wallTime(zone), "day")}
        value={at}
        onChange={setAt}
      />
      <p>{t("later.zone", { zone })}</p>
      {isElsewhere && instant ? <p>{t("later.for_you", { when: formats.dateTime(instant.toISOString()) })}</p> : null}
    </Modal>
  );
}
