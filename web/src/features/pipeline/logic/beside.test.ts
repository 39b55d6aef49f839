import { expect, it } from "vitest";
import { besideOf, spotOf } from "./beside";

const lanes = [
  ["a", "b", "c"],
  ["d", "e"],
];

it("has the neighbours of the opened card in its lane", () => {
  const beside = (id: string) => besideOf(lanes, spotOf(lanes, id, null));
  expect(beside("b")).toEqual({ previous: "a", next: "c" });
  expect(beside("a")).toEqual({ previous: null, next: "b" });
  expect(beside("e")).toEqual({ previous: "d", next: null });
  expect(beside("z")).toEqual({ previous: null, next: null });
});

it("goes on in the lane that the opened card left", () => {
  const spot = spotOf(lanes, "b", null);
  const moved = [
    ["a", "c"],
    ["b", "d", "e"],
  ];
  expect(besideOf(moved, spotOf(moved, "b", spot))).toEqual({ previous: "a", next: "c" });
  expect(besideOf([["a"], []], spotOf([["a"], []], "b", spot))).toEqual({ previous: "a", next: null });
});

it("follows the opened card in its lane", () => {
  const spot = spotOf(lanes, "b", null);
  const sorted = [["b", "c", "a"]];
  expect(besideOf(sorted, spotOf(sorted, "b", spot))).toEqual({ previous: null, next: "c" });
  expect(spotOf(lanes, "b", spot)).toBe(spot);
});
