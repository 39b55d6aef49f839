import { renderHook } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { setDateStyle } from "@/i18n/dateStyle";
import { loadTexts, startI18n } from "@/i18n/i18n";
import { text } from "@/testing/texts";
import { useDayName } from "./times";

beforeAll(async () => {
  await startI18n();
  await loadTexts("schedule");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  setDateStyle({ format: "language", timeZone: "Asia/Jakarta" });
});
afterEach(() => {
  vi.useRealTimers();
  setDateStyle({ format: "language", timeZone: null });
});

it("names a day today after midnight on a page left open", () => {
  vi.setSystemTime(new Date("2026-03-01T16:59:00Z"));
  const { result } = renderHook(() => useDayName());
  expect(result.current("2026-03-02")).toBe(text("schedule:day.tomorrow", { date: "Mon, Mar 2" }));
  vi.setSystemTime(new Date("2026-03-01T17:01:00Z"));
  expect(result.current("2026-03-02")).toBe(text("schedule:day.today", { date: "Mon, Mar 2" }));
});
