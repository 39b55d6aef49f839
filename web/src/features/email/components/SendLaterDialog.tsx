// When emails are sent that wait: a day and a minute in one's own time zone.
import { DatePicker, Modal } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  count: number;
  onCancel: () => void;
  onConfirm: (at: Date) => void;
}

/** The next working morning: nine o'clock, and not on a weekend. */
function nextMorning(): Dayjs {
  let day = dayjs().add(1, "day").hour(9).startOf("hour");
  while (day.day() === 0 || day.day() === 6) day = day.add(1, "day");
  return day;
}

export function SendLaterDialog({ count, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("email");
  const [at, setAt] = useState<Dayjs | null>(nextMorning);
  const isFuture = at?.isAfter(dayjs()) === true;
  return (
    <Modal
      open
      width={420}
      title={t("later.title")}
      okText={t("later.confirm", { count })}
      okButtonProps={{ disabled: !isFuture }}
      onCancel={onCancel}
      onOk={() => at && onConfirm(at.toDate())}
    >
      <DatePicker
        aria-label={t("later.when")}
        style={{ width: "100%" }}
        showTime={{ format: "HH:mm", minuteStep: 5 }}
        format="YYYY-MM-DD HH:mm"
        disabledDate={(day) => day.isBefore(dayjs(), "day")}
        value={at}
        onChange={setAt}
      />
      <p>{t("later.zone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
    </Modal>
  );
}
