// Several days, chosen in a calendar and written as the person wants days; each value is `YYYY-MM-DD`.
import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import localizedFormat from "dayjs/plugin/localizedFormat";
import { datePattern, useDateStyle } from "@/i18n/dateStyle";

dayjs.extend(localizedFormat);

interface Props {
  id: string;
  value: readonly string[];
  onChange: (days: string[]) => void;
}

export function DaysField({ id, value, onChange }: Props) {
  const pattern = datePattern(useDateStyle()) ?? "ll";
  return (
    <DatePicker<Dayjs, true>
      id={id}
      multiple
      needConfirm={false}
      style={{ width: "100%" }}
      format={[pattern, "YYYY-MM-DD"]}
      maxDate={dayjs("9999-12-31")}
      value={value.map((day) => dayjs(day))}
      onChange={(chosen) => onChange((chosen ?? []).map((day) => day.format("YYYY-MM-DD")).toSorted())}
    />
  );
}
