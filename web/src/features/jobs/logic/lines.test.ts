import { describe, expect, it } from "vitest";
import { compareLines, type Line } from "./lines";

const changed = (lines: Line[]) => lines.filter((line) => !line.isShared).map((line) => line.text);

describe("compareLines", () => {
  it("finds lines that only one text has", () => {
    const { former, drafted } = compareLines("a\nb\nc\nd", "a\nx\nc\nd\ne");
    expect(changed(former)).toEqual(["b"]);
    expect(changed(drafted)).toEqual(["x", "e"]);
  });

  it("counts a moved line at most once per side", () => {
    const { former, drafted } = compareLines("a\nb", "b\na");
    expect(changed(former)).toHaveLength(1);
    expect(changed(drafted)).toHaveLength(1);
  });

  it("finds no differences in equal texts and only differences in unrelated ones", () => {
    expect(changed(compareLines("a\nb", "a\nb").former)).toEqual([]);
    expect(changed(compareLines("a", "b").drafted)).toEqual(["b"]);
  });
});
