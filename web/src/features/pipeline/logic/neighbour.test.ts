import { describe, expect, it } from "vitest";
import { neighbour } from "./neighbour";

const lanes = [["a", "b", "c"], [], ["x"]];

describe("neighbour", () => {
  it("moves up and down within a lane and stops at its ends", () => {
    expect(neighbour(lanes, "b", 0, 1)).toBe("c");
    expect(neighbour(lanes, "b", 0, -1)).toBe("a");
    expect(neighbour(lanes, "c", 0, 1)).toBeUndefined();
  });
  it("moves to the next lane with cards, at most to its last card", () => {
    expect(neighbour(lanes, "c", 1, 0)).toBe("x");
    expect(neighbour(lanes, "x", -1, 0)).toBe("a");
    expect(neighbour(lanes, "x", 1, 0)).toBeUndefined();
  });
  it("starts with the first card", () => {
    expect(neighbour([[], ["x"]], null, 0, 1)).toBe("x");
    expect(neighbour(lanes, "gone", 0, 1)).toBe("a");
    expect(neighbour([], null, 0, 1)).toBeUndefined();
  });
});
