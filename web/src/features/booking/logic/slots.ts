// Free times by day, in the zone the candidate reads them in.
import type { BookingPage } from "@/lib/api/types";

export type Slot = BookingPage["slots"][number];

export interface SlotDay {
  /** YYYY-MM-DD in the zone. */
  day: string;
  slots: Slot[];
}

export function slotsByDay(slots: readonly Slot[], timeZone: string): SlotDay[] {
  // Swedish writes dates as ISO does.
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
