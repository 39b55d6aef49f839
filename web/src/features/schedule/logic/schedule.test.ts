import { describe, expect, it } from "vitest";
import { schedule as interview } from "@/testing/fixtures";
import { agendaOf, needsOutcome, proximity } from "./agenda";
import { halfHourAt, hoursOf, movedTo, placeDay } from "./calendar";
import { addDays, dayOf, isDay, startOf, weekOf } from "./days";
import { spanOf, viewOf, withView } from "./view";

const at = (day: string, hour: number, minute = 0): string => {
  const time = startOf(day);
  time.setHours(hour, minute);
  return time.toISOString();
};

const schedule = (id: string, start: string, minutes: number) => interview(start, minutes, { id });

describe("the agenda", () => {
  it("lists upcoming interviews forwards and past ones backwards", () => {
    const now = Date.parse(at("2026-03-04", 12));
    const { upcoming, past } = agendaOf(
      [
        schedule("later", at("2026-03-05", 9), 30),
        schedule("today", at("2026-03-04", 11, 45), 30),
        schedule("morning", at("2026-03-04", 9), 30),
        schedule("yesterday", at("2026-03-03", 9), 30),
      ],
      now,
    );
    expect(upcoming.map(({ day, schedules }) => [day, schedules.map(({ id }) => id)])).toEqual([
      ["2026-03-04", ["today"]],
      ["2026-03-05", ["later"]],
    ]);
    expect(past.map(({ day }) => day)).toEqual(["2026-03-04", "2026-03-03"]);
  });

  it("asks for the outcome only of past interviews without one", () => {
    const one = schedule("a", at("2026-03-04", 9), 30);
    expect(needsOutcome(one, Date.parse(at("2026-03-04", 9, 29)))).toBe(false);
    expect(needsOutcome(one, Date.parse(at("2026-03-04", 9, 30)))).toBe(true);
    expect(needsOutcome({ ...one, status: "completed" }, Date.parse(at("2026-03-05", 9)))).toBe(false);
  });
});

it("distinguishes current interviews from later ones", () => {
  const now = Date.parse(at("2026-03-04", 9));
  const near = (start: string) => proximity(schedule("a", start, 30), now);
  expect([
    near(at("2026-03-04", 8, 50)),
    near(at("2026-03-04", 10)),
    near(at("2026-03-04", 10, 1)),
    near(at("2026-03-05", 0)),
  ]).toEqual(["soon", "soon", "today", "later"]);
});

describe("a day's column", () => {
  it("puts overlapping interviews side by side, and later ones at full width", () => {
    const day = "2026-03-04";
    const placed = placeDay(
      [
        schedule("a", at(day, 9), 60),
        schedule("b", at(day, 9, 30), 60),
        schedule("c", at(day, 10), 30),
        schedule("d", at(day, 11), 30),
        schedule("other day", at("2026-03-05", 9), 30),
      ],
      day,
    );
    expect(placed.map(({ schedule: { id }, column, columns }) => [id, column, columns])).toEqual([
      ["a", 0, 2],
      ["b", 1, 2],
      ["c", 0, 2],
      ["d", 0, 1],
    ]);
  });

  it("shows the hours with interviews", () => {
    const day = "2026-03-04";
    expect(hoursOf([])).toEqual({ first: 8, last: 19 });
    expect(hoursOf(placeDay([schedule("a", at(day, 6, 30), 30), schedule("b", at(day, 20), 90)], day))).toEqual({
      first: 6,
      last: 22,
    });
  });

  it("is pressed at half hours within the day", () => {
    const pressed = [0, 25, 26, 51, 52, -4, 10_000].map((pixels) => halfHourAt(8, pixels, 52));
    expect(pressed).toEqual([480, 480, 510, 510, 540, 480, 1410]);
  });

  it("drops at quarter hours, keeps the length, and stays within the day", () => {
    const one = schedule("a", at("2026-03-04", 9), 45);
    expect(movedTo(one, "2026-03-06", 38)).toEqual({
      start_time: at("2026-03-06", 9, 45),
      end_time: at("2026-03-06", 10, 30),
    });
    expect(movedTo(one, "2026-03-04", -10_000).start_time).toBe(at("2026-03-04", 0));
    expect(movedTo(one, "2026-03-04", 10_000).start_time).toBe(at("2026-03-04", 23, 45));
  });
});

describe("days", () => {
  it("cross month ends and start weeks on Monday", () => {
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(weekOf("2026-03-01")).toEqual(Array.from({ length: 7 }, (_, step) => addDays("2026-02-23", step)));
    expect(dayOf(startOf("2026-03-01"))).toBe("2026-03-01");
  });
  it("are refused when invalid", () => {
    expect([isDay("2026-02-30"), isDay("x"), isDay(null), isDay("2026-02-28")]).toEqual([false, false, false, true]);
  });
});

describe("the address", () => {
  const today = "2026-03-04";
  it("defaults to the past seven days and upcoming interviews", () => {
    expect(spanOf(viewOf(new URLSearchParams(), today), today)).toEqual({ first: "2026-02-25", last: null });
    expect(spanOf(viewOf(new URLSearchParams("older=1"), today), today).first).toBe("2026-01-26");
    expect(spanOf(viewOf(new URLSearchParams("view=week"), today), today)).toEqual({
      first: "2026-03-02",
      last: "2026-03-08",
    });
  });
  it("omits defaults", () => {
    const params = withView(new URLSearchParams("id=a&view=week"), { kind: "list", id: null, mine: true }, today);
    expect(params.toString()).toBe("mine=1");
  });
  it("begins with an interviewer's own interviews, and keeps that all are shown", () => {
    expect(viewOf(new URLSearchParams(), today, true).mine).toBe(true);
    const all = withView(new URLSearchParams(), { mine: false }, today, true);
    expect([all.toString(), viewOf(all, today, true).mine]).toEqual(["mine=0", false]);
    expect(withView(all, { mine: true }, today, true).toString()).toBe("");
  });
});
