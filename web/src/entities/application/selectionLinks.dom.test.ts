import { expect, it } from "vitest";
import { idOf } from "@/testing/fixtures";
import { idsIn, idsParam } from "./selectionLinks";

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, at) => idOf(from + at));

it.each([0, 1, 50, 51, 210, 5_000])("names %i candidates in a short address", (count) => {
  const param = idsParam("lin", ids(count));
  expect(param.length).toBeLessThan(2_000);
  expect(idsIn("lin", param)).toEqual(ids(count));
});

it("names the same list by the same key, and another by another", () => {
  const param = idsParam("lin", ids(60));
  expect(idsParam("lin", ids(60))).toBe(param);
  expect(idsParam("lin", ids(60, 2))).not.toBe(param);
});

it("knows no list of another user or browser", () => {
  const param = idsParam("lin", ids(60));
  expect(idsIn("chen", param)).toEqual([]);
  localStorage.clear();
  expect(idsIn("lin", param)).toEqual([]);
});

it("drops the oldest of many lists", () => {
  const params = Array.from({ length: 30 }, (_, at) => idsParam("lin", ids(60, at)));
  expect(idsIn("lin", params[0] ?? "")).toEqual([]);
  expect(idsIn("lin", params.at(-1) ?? "")).toEqual(ids(60, 29));
});
