// First and last day of a period, and the time zone whose days they are.
import { useDaysIn } from "@/i18n/format";
import { useTimeZoneName } from "@/i18n/timeZones";

interface Props {
  from: string;
  /** Exclusive. */
  to: string;
  time_zone: string;
}

export function PeriodDays({ from, to, time_zone }: Props) {
  const day = useDaysIn(time_zone);
  const zone = useTimeZoneName(time_zone, new Date(from));
  const last = new Date(Date.parse(to) - 1).toISOString();
  return <span>{`${day(from)} – ${day(last)} · ${zone}`}</span>;
}
