// Picks a date and time in the organization's time zone, and shows the viewer's local time.
import { DatePicker } from "antd";
import type { Dayjs } from "dayjs";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { useTimeZoneName } from "@/i18n/timeZones";
import { instantOf, wallTime } from "../zoned";

interface Props {
  /** An IANA time zone. */
  zone: string;
  /** In wall time; see `zoned`. */
  value: Dayjs | null;
  onChange: (at: Dayjs | null) => void;
}

export function SendTimePicker({ zone, value, onChange }: Props) {
  const { t } = useTranslation("email");
  const formats = useFormats();
  const zoneName = useTimeZoneName(zone, value ? instantOf(value, zone) : undefined);
  const isElsewhere = zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <DatePicker
        aria-label={t("later.when")}
        style={{ width: "100%" }}
        showTime={{ format: "HH:mm", minuteStep: 5 }}
        format="YYYY-MM-DD HH:mm"
        disabledDate={(day) => day.isBefore(wallTime(zone), "day")}
        value={value}
        onChange={onChange}
      />
      <p>{t("later.zone", { zone: zoneName })}</p>
      {isElsewhere && value ? (
        <p>{t("later.for_you", { when: formats.dateTime(instantOf(value, zone).toISOString()) })}</p>
      ) : null}
    </>
  );
}
