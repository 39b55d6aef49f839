import { describe, expect, it } from "vitest";
import { instantOf, nextMorning, wallTime } from "./zoned";

const FORMAT = "YYYY-MM-DD HH:mm";

describe("times in the organization's zone", () => {
  it("are the same instant everywhere", () => {
    const at = new Date("2026-03-02T01:30:00Z");
    expect(wallTime("Asia/Shanghai", at).format(FORMAT)).toBe("2026-03-02 09:30");
    expect(wallTime("Asia/Jakarta", at).format(FORMAT)).toBe("2026-03-02 08:30");
    expect(instantOf(wallTime("Asia/Jakarta", at), "Asia/Jakarta")).toEqual(at);
  });

  it("follow daylight saving", () => {
    const noon = wallTime("America/New_York", new Date("2026-01-15T17:00:00Z"));
    expect(noon.format(FORMAT)).toBe("2026-01-15 12:00");
    expect(instantOf(noon.month(6), "America/New_York").toISOString()).toBe("2026-07-15T16:00:00.000Z");
  });

  it("start on the zone's next working morning", () => {
    // Friday evening in Shanghai is Friday noon in London: both lead to Monday morning, each in its own zone.
    const friday = new Date("2026-03-06T12:00:00Z");
    expect(nextMorning("Asia/Shanghai", friday).format(FORMAT)).toBe("2026-03-09 09:00");
    // Late on Sunday in London it is already Monday in Shanghai.
    const sunday = new Date("2026-03-08T20:00:00Z");
    expect(nextMorning("Europe/London", sunday).format(FORMAT)).toBe("2026-03-09 09:00");
    expect(nextMorning("Asia/Shanghai", sunday).format(FORMAT)).toBe("2026-03-10 09:00");
  });
});
