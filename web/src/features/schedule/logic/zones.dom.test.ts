import { afterEach, beforeEach, expect, it } from "vitest";
import { setDateStyle } from "@/i18n/dateStyle";
import { schedule } from "@/testing/fixtures";
import { agendaOf } from "./agenda";
import { movedTo, placeDay } from "./calendar";
import { addDays, dayOf, minuteOf, startOf, timeOn, weekOf } from "./days";

// Clocks in New York are put forward on 8 March 2026, at two in the morning.
beforeEach(() => setDateStyle({ format: "language", timeZone: "America/New_York" }));
afterEach(() => setDateStyle({ format: "language", timeZone: null }));

it("starts days at midnight in the person's zone, including 23-hour days", () => {
  expect(dayOf(new Date("2026-03-08T04:59:00Z"))).toBe("2026-03-07");
  expect(startOf("2026-03-08").toISOString()).toBe("2026-03-08T05:00:00.000Z");
  expect(startOf("2026-03-09").toISOString()).toBe("2026-03-09T04:00:00.000Z");
  expect(timeOn("2026-03-08", 12 * 60).toISOString()).toBe("2026-03-08T16:00:00.000Z");
  expect(minuteOf(new Date("2026-03-08T16:30:00Z"))).toBe(12 * 60 + 30);
  expect([addDays("2026-03-07", 1), addDays("2026-03-08", 1)]).toEqual(["2026-03-08", "2026-03-09"]);
  expect(weekOf("2026-03-08")).toEqual(Array.from({ length: 7 }, (_, at) => addDays("2026-03-02", at)));
});

it("lists and places interviews on days of that zone", () => {
  const late = schedule("2026-03-10T01:30:00Z", 60);
  const { upcoming } = agendaOf([late], Date.parse("2026-03-09T12:00:00Z"));
  expect(upcoming.map(({ day }) => day)).toEqual(["2026-03-09"]);
  expect(placeDay([late], "2026-03-09")).toMatchObject([{ from: 21 * 60 + 30, to: 22 * 60 + 30 }]);
  expect(placeDay([late], "2026-03-10")).toEqual([]);
});

it("moves an interview by local time across a clock change", () => {
  const friday = schedule("2026-03-06T15:00:00Z", 45);
  expect(movedTo(friday, "2026-03-09", 30)).toEqual({
    start_time: "2026-03-09T14:30:00.000Z",
    end_time: "2026-03-09T15:15:00.000Z",
  });
});
