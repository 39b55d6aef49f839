import { describe, expect, it } from "vitest";
import { deselect, EMPTY_SELECTION, retainSelected, select } from "./selection";

const lane = ["a", "b", "c", "d"];
const selected = (...steps: [id: string, range?: boolean][]) =>
  [...steps.reduce((selection, [id, range = false]) => select(selection, id, lane, range), EMPTY_SELECTION).ids].sort();

describe("select", () => {
  it("adds and removes one by one", () => {
    expect(selected(["a"], ["c"])).toEqual(["a", "c"]);
    expect(selected(["a"], ["c"], ["a"])).toEqual(["c"]);
  });
  it("adds a range from the last one in either direction", () => {
    expect(selected(["b"], ["d", true])).toEqual(["b", "c", "d"]);
    expect(selected(["c"], ["a", true])).toEqual(["a", "b", "c"]);
  });
  it("starts a new selection without an anchor", () => {
    expect(selected(["c", true])).toEqual(["c"]);
    expect([...select({ ids: new Set(["x"]), anchor: "x" }, "b", lane, true).ids]).toEqual(["x", "b"]);
  });
});

describe("deselect", () => {
  it("drops these ids only", () => {
    expect([...deselect({ ids: new Set(["a", "b"]), anchor: "a" }, ["a", "c"]).ids]).toEqual(["b"]);
  });
});

describe("retainSelected", () => {
  it("drops ids no longer on the board and otherwise stays the same", () => {
    const selection = { ids: new Set(["a", "b"]), anchor: "a" };
    expect([...retainSelected(selection, new Set(["b", "c"])).ids]).toEqual(["b"]);
    expect(retainSelected(selection, new Set(["a", "b", "c"]))).toBe(selection);
  });
});
