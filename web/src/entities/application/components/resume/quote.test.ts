import { describe, expect, it } from "vitest";
import { fold, locate } from "./quote";

/** The highlighted text as a reader sees it. */
function marked(pieces: string[], quote: string): string[] {
  return locate(fold(pieces), quote).map(({ piece, start, end }) => (pieces[piece] ?? "").slice(start, end));
}

describe("locating a quotation", () => {
  it("finds it across text spans", () => {
    expect(marked(["Led a team", " of ", "twelve engineers"], "team of twelve")).toEqual(["team", "of", "twelve"]);
  });

  it("matches ligatures to their letters", () => {
    expect(marked(["Cer", "ti\uFB01ed in \uFB03ciency"], "Certified in fficiency")).toEqual([
      "Cer",
      "ti\uFB01ed in \uFB03ciency",
    ]);
  });

  it("matches full-width forms, CJK radicals and missing spaces", () => {
    expect(marked(["５年以上 Ｊａｖａ", "后端⼯作经验"], "5年以上Java 后端工作经验")).toEqual([
      "５年以上 Ｊａｖａ",
      "后端⼯作经验",
    ]);
  });

  it("ignores differences in quotes, dashes, bullets and line breaks", () => {
    expect(marked(["•  “Growth” team — 2019–2021"], '"Growth" team -\n2019-2021')).toEqual([
      "“Growth” team — 2019–2021",
    ]);
  });

  it("skips private-use bullet characters", () => {
    expect(marked(["\uF0B7 ", "负责清结算"], "\uF06C 负责清结算")).toEqual(["负责清结算"]);
  });

  it("keeps combining marks with their letters", () => {
    expect(marked(["Re\u0301sume\u0301 of Nguye\u0302\u0303n"], "Résumé of Nguyễn")).toEqual([
      "Re\u0301sume\u0301 of Nguye\u0302\u0303n",
    ]);
  });

  it("keeps characters outside the basic plane whole", () => {
    expect(marked(["姓名 𠮷田"], "𠮷")).toEqual(["𠮷"]);
  });

  it("finds its sentences drawn in another order", () => {
    const pieces = ["Reduced churn by eleven percent", "Side column", "Owned the retention dashboard"];
    expect(marked(pieces, "Owned the retention dashboard\nReduced churn by eleven percent")).toEqual([
      "Reduced churn by eleven percent",
      "Owned the retention dashboard",
    ]);
  });

  it("marks nothing when less than half is found", () => {
    expect(
      marked(["Reduced churn by eleven percent"], `Reduced churn by eleven percent\n${"something else ".repeat(6)}`),
    ).toEqual([]);
    expect(marked(["Java developer"], "Rust")).toEqual([]);
    expect(marked(["anything"], "  \n ")).toEqual([]);
  });
});
