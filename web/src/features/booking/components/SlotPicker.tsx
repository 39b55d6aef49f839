// Days with free slots, and the slots of the selected day.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Slot, slotsByDay } from "../logic/slots";
import styles from "./SlotPicker.module.css";

interface Props {
  slots: readonly Slot[];
  zone: string;
  /** Start of the chosen slot. */
  chosen: string | null;
  onChoose: (start: string) => void;
}

export function SlotPicker({ slots, zone, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation("booking");
  const days = slotsByDay(slots, zone);
  const [day, setDay] = useState<string | null>(null);
  const open = days.find((one) => one.day === day) ?? days[0];
  const dayFormat = new Intl.DateTimeFormat(i18n.language, {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: zone,
  });
  const timeFormat = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", timeZone: zone });
  return (
    <div>
      <div className={styles.days}>
        {days.map((one) => (
          <button key={one.day} type="button" aria-pressed={one === open} onClick={() => setDay(one.day)}>
            {dayFormat.format(new Date(one.slots[0]?.start_time ?? 0))}
          </button>
        ))}
      </div>
      <fieldset className={styles.times}>
        <legend className="visually-hidden">{t("choose")}</legend>
        {open?.slots.map(({ start_time }) => (
          <label key={start_time} className={styles.time}>
            <input
              type="radio"
              name="start"
              value={start_time}
              checked={chosen === start_time}
              onChange={() => onChoose(start_time)}
            />
            <span>{timeFormat.format(new Date(start_time))}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
