// Free slots by day, in the candidate's time zone.
import type { BookingPage } from "@/lib/api/types";

export type Slot = BookingPage["slots"][number];

export interface SlotDay {
  /** YYYY-MM-DD in the time zone. */
  day: string;
  slots: Slot[];
}

export function slotsByDay(slots: readonly Slot[], timeZone: string): SlotDay[] {
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const day = format.format(new Date(slot.start_time));
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days].map(([day, list]) => ({ day, slots: list }));
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the zone is called in the language, in summer and winter: "Eastern Time", "Waktu Indonesia Barat". */
export function zoneName(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "longGeneric" }).formatToParts(new Date());
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
