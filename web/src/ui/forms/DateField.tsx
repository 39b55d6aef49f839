// A day as the person wants days written; its value is `YYYY-MM-DD`, or empty.
import { DatePicker } from "antd";
import dayjs from "dayjs";
import localizedFormat from "dayjs/plugin/localizedFormat";
import { datePattern, useDateStyle } from "@/i18n/dateStyle";

dayjs.extend(localizedFormat);

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  readOnly?: boolean;
  allowClear?: boolean;
  size?: "small" | "middle";
  placeholder?: string;
  status?: "" | "warning";
  label?: string;
}

export function DateField({ id, value, onChange, readOnly = false, label, ...look }: Props) {
  const day = value ? dayjs(value) : null;
  const pattern = datePattern(useDateStyle()) ?? "ll";
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...look}
      style={{ width: "100%" }}
      format={[pattern, "YYYY-MM-DD"]}
      disabled={readOnly}
      maxDate={dayjs("9999-12-31")}
      value={day?.isValid() ? day : null}
      onChange={(chosen) => onChange?.(chosen ? chosen.format("YYYY-MM-DD") : "")}
    />
  );
}
