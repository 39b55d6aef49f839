import { describe, expect, it } from "vitest";
import { compareLines, type Line } from "./lines";

const changed = (lines: Line[]) => lines.filter((line) => !line.isShared).map((line) => line.text);

describe("compareLines", () => {
  it("tells the lines that only one text has", () => {
    const { former, drafted } = compareLines("a\nb\nc\nd", "a\nx\nc\nd\ne");
    expect(changed(former)).toEqual(["b"]);
    expect(changed(drafted)).toEqual(["x", "e"]);
  });

  it("counts a moved line once on each side at most", () => {
    const { former, drafted } = compareLines("a\nb", "b\na");
    expect(changed(former)).toHaveLength(1);
    expect(changed(drafted)).toHaveLength(1);
  });

  it("finds nothing in equal texts and everything in strange ones", () => {
    expect(changed(compareLines("a\nb", "a\nb").former)).toEqual([]);
    expect(changed(compareLines("a", "b").drafted)).toEqual(["b"]);
  });
});
