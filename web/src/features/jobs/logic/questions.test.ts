import { describe, expect, it } from "vitest";
import { parseQuestions } from "./questions";

describe("parseQuestions", () => {
  it("parses sections and numbered questions in every notation", () => {
    expect(parseQuestions("## 技术\n1. 一\n2、二\n3）三\n(4) 四\n（5）五\n## 团队\n1) 六")).toEqual([
      { title: "技术", note: "", questions: ["一", "二", "三", "四", "五"] },
      { title: "团队", note: "", questions: ["六"] },
    ]);
  });
  it("reads headings of any depth, without their marks", () => {
    expect(parseQuestions("### Team\n1. Why?\n## Work ##\n1. How?\n##\n1. When?")).toEqual([
      { title: "Team", note: "", questions: ["Why?"] },
      { title: "Work", note: "", questions: ["How?"] },
      { title: "", note: "", questions: ["When?"] },
    ]);
  });
  it("appends unnumbered lines to the last question and keeps text before the first", () => {
    expect(parseQuestions("## Technology\nAsk in English.\n\n1. Why Rust?\nAnd why now?\n")).toEqual([
      { title: "Technology", note: "Ask in English.", questions: ["Why Rust?\nAnd why now?"] },
    ]);
  });
  it("works without sections", () => {
    expect(parseQuestions("Warm up\r\n1. Who are you?")).toEqual([
      { title: "", note: "Warm up", questions: ["Who are you?"] },
    ]);
  });
  it("finds nothing in blank text, and no questions in years or decimals", () => {
    expect(parseQuestions(" \n\n")).toEqual([]);
    expect(parseQuestions("2026 was a year")).toEqual([{ title: "", note: "2026 was a year", questions: [] }]);
  });
});
