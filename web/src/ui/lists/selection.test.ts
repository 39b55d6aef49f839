import { describe, expect, it } from "vitest";
import { keepOnly, NOTHING, select } from "./selection";

const lane = ["a", "b", "c", "d"];
const selected = (...steps: [id: string, range?: boolean][]) =>
  [...steps.reduce((selection, [id, range = false]) => select(selection, id, lane, range), NOTHING).ids].sort();

describe("select", () => {
  it("adds and removes one by one", () => {
    expect(selected(["a"], ["c"])).toEqual(["a", "c"]);
    expect(selected(["a"], ["c"], ["a"])).toEqual(["c"]);
  });
  it("adds a range from the last one on, either way", () => {
    expect(selected(["b"], ["d", true])).toEqual(["b", "c", "d"]);
    expect(selected(["c"], ["a", true])).toEqual(["a", "b", "c"]);
  });
  it("begins anew where there is no range to begin from", () => {
    expect(selected(["c", true])).toEqual(["c"]);
    expect([...select({ ids: new Set(["x"]), anchor: "x" }, "b", lane, true).ids]).toEqual(["x", "b"]);
  });
});

describe("keepOnly", () => {
  it("forgets who left the board, and is the same where nobody did", () => {
    const selection = { ids: new Set(["a", "b"]), anchor: "a" };
    expect([...keepOnly(selection, new Set(["b", "c"])).ids]).toEqual(["b"]);
    expect(keepOnly(selection, new Set(["a", "b", "c"]))).toBe(selection);
  });
});
