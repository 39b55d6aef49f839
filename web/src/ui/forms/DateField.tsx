// A day as people of the interface's language pick and write it; its value is `YYYY-MM-DD`, or empty.
import { DatePicker } from "antd";
import dayjs from "dayjs";
import localizedFormat from "dayjs/plugin/localizedFormat";

dayjs.extend(localizedFormat);

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  readOnly?: boolean;
}

export function DateField({ id, value, onChange, readOnly = false }: Props) {
  const day = value ? dayjs(value) : null;
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      style={{ width: "100%" }}
      format={["ll", "YYYY-MM-DD"]}
      disabled={readOnly}
      maxDate={dayjs("9999-12-31")}
      value={day?.isValid() ? day : null}
      onChange={(chosen) => onChange?.(chosen ? chosen.format("YYYY-MM-DD") : "")}
    />
  );
}
