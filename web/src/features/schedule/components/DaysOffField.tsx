// Days off, added by a calendar; each is `YYYY-MM-DD`, and a press removes it.
import { Button } from "antd";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { DateField } from "@/ui/forms/DateField";
import styles from "./HoursDialog.module.css";

interface Props {
  id: string;
  value: readonly string[];
  onChange: (days: string[]) => void;
}

export function DaysOffField({ id, value, onChange }: Props) {
  const { t } = useTranslation("schedule");
  const formats = useFormats();
  const add = (day: string) => {
    if (day) onChange([...new Set([...value, day])].toSorted());
  };
  return (
    <>
      <DateField id={id} value="" onChange={add} />
      {value.length > 0 ? (
        <div className={styles.daysOff}>
          {value.map((day) => (
            <Button
              key={day}
              size="small"
              aria-label={t("hours.remove_day", { day: formats.date(day) })}
              onClick={() => onChange(value.filter((other) => other !== day))}
            >
              {formats.date(day)} <X size={13} aria-hidden="true" />
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
