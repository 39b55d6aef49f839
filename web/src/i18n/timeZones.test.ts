import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";
import { isTimeZoneFound, timeZoneChoices, timeZoneName } from "./timeZones";

const JANUARY = new Date("2026-01-15T12:00:00Z");
const JULY = new Date("2026-07-15T12:00:00Z");

it.each([
  ["zh-CN", "Asia/Shanghai", "中国上海 · UTC+8"],
  ["zh-CN", "America/New_York", "纽约 · UTC-5"],
  ["zh-CN", "Asia/Jakarta", "雅加达 · UTC+7"],
  ["zh-CN", "Asia/Singapore", "新加坡 · UTC+8"],
  ["en-US", "Asia/Shanghai", "Shanghai, China · UTC+8"],
  ["en-US", "America/New_York", "New York · UTC-5"],
  ["en-US", "America/Indiana/Knox", "Knox, Indiana · UTC-6"],
  ["en-US", "America/St_Johns", "St. John’s · UTC-3:30"],
  ["en-US", "Asia/Saigon", "Ho Chi Minh City, Vietnam · UTC+7"],
  ["id-ID", "Asia/Jakarta", "Jakarta · UTC+7"],
  ["id-ID", "Asia/Singapore", "Singapura · UTC+8"],
  ["id-ID", "Europe/Berlin", "Berlin, Jerman · UTC+1"],
  ["id-ID", "UTC", "UTC"],
  ["en-US", "Mars/Olympus", "Mars/Olympus"],
] as const)("names in %s the zone %s %s", (language, zone, name) => {
  expect(timeZoneName(language, zone, JANUARY)).toBe(name);
});

it("shows the distance from UTC that holds at the time", () => {
  expect(timeZoneName("zh-CN", "Europe/Berlin", JULY)).toBe("德国柏林 · UTC+2");
});

describe.each(LANGUAGES)("the choices in %s", (language) => {
  const choices = timeZoneChoices(language);

  it("have the browser's own zone first and different names", () => {
    expect(choices[0]?.value).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(choices.length).toBeGreaterThan(300);
  });

  it.each(["asia/shanghai", "shanghai", "new york", "America/New_York", "urumqi", "UTC+5:45"])(
    "are found by %s",
    (search) => {
      expect(choices.some((choice) => isTimeZoneFound(choice, search))).toBe(true);
    },
  );

  it("are not found by anything else", () => {
    expect(choices.some((choice) => isTimeZoneFound(choice, "olympus"))).toBe(false);
  });
});
