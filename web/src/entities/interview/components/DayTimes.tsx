// The day of an interview: when its participants are busy, and the times at which both are free.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useTimeZone } from "@/i18n/dateStyle";
import { overlaps, type Slot } from "../availability";
import styles from "./DayTimes.module.css";

interface Participant {
  role: "interviewer" | "candidate";
  name: string;
  busy: readonly Slot[];
}

interface Props {
  participants: readonly Participant[];
  free: readonly Slot[];
  /** The time that is chosen. */
  chosen: Slot;
  /** Midnight before it. */
  midnight: string;
  onChoose: (start: string) => void;
}

const HOUR_MS = 3_600_000;
/** The hours that are shown, beside those of the chosen time. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

export function DayTimes({ participants, free, chosen, midnight, onChoose }: Props) {
  const { t, i18n } = useTranslation("interview");
  const timeZone = useTimeZone();
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short", hourCycle: "h23", timeZone });
  const clock = (moment: string) => time.format(new Date(moment));
  const range = ({ start_time, end_time }: Slot) => `${clock(start_time)}–${clock(end_time)}`;
  const hours = (moment: string) => (Date.parse(moment) - Date.parse(midnight)) / HOUR_MS;
  const first = Math.min(FIRST_HOUR, Math.floor(hours(chosen.start_time)));
  const last = Math.max(LAST_HOUR, Math.ceil(hours(chosen.end_time)));
  const place = (moment: string) => Math.min(Math.max((hours(moment) - first) / (last - first), 0), 1) * 100;
  const bar = ({ start_time, end_time }: Slot) => ({
    left: `${place(start_time)}%`,
    width: `${place(end_time) - place(start_time)}%`,
  });
  const clashing = participants.filter(({ busy }) => busy.some((one) => overlaps(one, chosen)));
  return (
    <div className={styles.day}>
      {participants.map(({ role, name, busy }) => (
        <div key={role} className={styles.row}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.lane}>
            <span className={styles.chosen} style={bar(chosen)} />
            {busy.map((one) => (
              <span key={one.start_time} className={styles.busy} style={bar(one)} title={range(one)} />
            ))}
            <span className="visually-hidden">
              {busy.length > 0 ? t("day.busy", { times: busy.map(range).join(", ") }) : t("day.nothing")}
            </span>
          </span>
        </div>
      ))}
      <p className={styles.clash} role="status">
        {clashing.map(({ name }) => t("day.clash", { name })).join(" ")}
      </p>
      {free.length > 0 ? (
        <fieldset className={styles.free}>
          <legend>{t("day.free")}</legend>
          {free.map((one) => (
            <Button
              key={one.start_time}
              size="small"
              aria-pressed={Date.parse(one.start_time) === Date.parse(chosen.start_time)}
              onClick={() => onChoose(new Date(one.start_time).toISOString())}
            >
              {clock(one.start_time)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
