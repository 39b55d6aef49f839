import { describe, expect, it } from "vitest";
import { dateWriters, formatsOf, monthText, relativeTime } from "./format";

const now = new Date("2026-03-10T12:00:00Z");

describe("relativeTime", () => {
  it.each([
    ["2026-03-10T11:59:40Z", "just now"],
    ["2026-03-10T11:15:00Z", "45 minutes ago"],
    ["2026-03-09T10:00:00Z", "yesterday"],
    ["2026-03-08T13:00:00Z", "2 days ago"],
    ["2026-03-02T12:00:00Z", "1 week ago"],
    ["2026-03-04T12:00:00Z", "6 days ago"],
    ["2025-01-10T12:00:00Z", "1 year ago"],
  ])("formats %s as %s", (then, words) => {
    expect(relativeTime("en-US", new Date(then), now, "UTC")).toBe(words);
  });
  it("counts the days of the user's calendar", () => {
    const monday = new Date("2026-03-08T16:30:00Z");
    expect(relativeTime("en-US", monday, now, "Asia/Shanghai")).toBe("yesterday");
    expect(relativeTime("en-US", monday, now, "UTC")).toBe("2 days ago");
  });
  it("uses the requested language", () => {
    expect(relativeTime("zh-CN", new Date("2026-03-04T12:00:00Z"), now)).toBe("6天前");
    expect(relativeTime("zh-CN", now, now)).toBe("刚刚");
    expect(relativeTime("id-ID", new Date("2026-03-04T12:00:00Z"), now)).toBe("6 hari yang lalu");
  });
});

describe("monthText", () => {
  it.each([
    ["zh-CN", "2021-03", "2021年3月"],
    ["en-US", "2021-03", "Mar 2021"],
    ["id-ID", "2021-03", "Mar 2021"],
    ["en-US", "2021", "2021"],
    ["en-US", "spring 2021", "spring 2021"],
  ] as const)("formats in %s: %s as %s", (language, value, words) => {
    expect(monthText(language, value)).toBe(words);
  });
});

describe("dateWriters", () => {
  const at = new Date("2026-11-22T20:30:00Z");
  it.each([
    ["iso", "2026-11-23"],
    ["day_first", "23/11/2026"],
    ["month_first", "11/23/2026"],
    ["language", "Nov 23, 2026"],
  ] as const)("formats %s in the requested zone", (format, words) => {
    const writers = dateWriters("en-US", { format, timeZone: "Asia/Jakarta" });
    expect(writers.date(at)).toBe(words);
    expect(writers.dateTime(at)).toMatch(/3:30\sAM$/u);
  });
});

describe("formatsOf", () => {
  it.each([
    ["zh-CN", "¥999"],
    ["en-US", "CN¥999"],
    ["id-ID", "CN¥999"],
  ] as const)("names the currency of prices in %s", (language, price) => {
    const written = formatsOf(language, { format: "language", timeZone: null }).price(999);
    expect(written.replace(/\s/g, " ")).toBe(price);
  });

  it.each(["America/New_York", "Asia/Jakarta"])("writes a day without a time as it is, in %s", (timeZone) => {
    expect(formatsOf("en-US", { format: "language", timeZone }).date("2026-12-01")).toBe("Dec 1, 2026");
  });
});
