import { expect, it } from "vitest";
import { onServerClock, readServerTime } from "./serverClock";

const at = (text: string) => new Date(text);

it("corrects a browser's clock that is slow or fast", () => {
  const headers = new Headers({ Date: "Mon, 02 Mar 2026 08:00:00 GMT" });
  readServerTime(headers, Date.parse("2026-03-02T07:55:00Z"));
  expect(onServerClock(at("2026-03-02T07:55:10Z"))).toEqual(at("2026-03-02T08:00:11Z"));
  readServerTime(headers, Date.parse("2026-03-02T09:00:00Z"));
  expect(onServerClock(at("2026-03-02T09:00:10Z"))).toEqual(at("2026-03-02T08:00:11Z"));
});

it("keeps what it knows after an answer without a time", () => {
  readServerTime(new Headers({ Date: "Mon, 02 Mar 2026 08:00:00 GMT" }), Date.parse("2026-03-02T07:00:00Z"));
  readServerTime(new Headers(), Date.parse("2026-03-02T07:00:00Z"));
  expect(onServerClock(at("2026-03-02T07:00:00Z"))).toEqual(at("2026-03-02T08:00:01Z"));
});
