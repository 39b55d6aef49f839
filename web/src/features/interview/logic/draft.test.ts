import { describe, expect, it } from "vitest";
import { interviewDraft as draft } from "@/testing/fixtures";
import {
  addQuestions,
  mergeDrafts,
  mergeText,
  overwrittenFields,
  proposedQuestion,
  readDraft,
  typedTexts,
} from "./draft";

describe("texts", () => {
  it.each([
    ["only mine changed", "a", "a b", "a", "a b"],
    ["only theirs changed", "a", "a", "a c", "a c"],
    ["both the same", "a", "b", "b", "b"],
    ["one goes on with the other", "", "hello", "hello world", "hello world"],
    ["both apart", "a", "a mine", "a theirs", "a theirs\n\na mine"],
    ["mine emptied", "a", "", "a", ""],
  ])("%s", (_, base, mine, theirs, merged) => {
    expect(mergeText(base, mine, theirs)).toBe(merged);
  });
});

describe("drafts", () => {
  it("keep both sides' notes on each question", () => {
    const base = draft({ answers: { "0.0": { note: "asked", mark: null } } });
    const mine = draft({ answers: { "0.0": { note: "asked", mark: 3 }, "0.1": { note: "mine", mark: null } } });
    const theirs = draft({ answers: { "0.0": { note: "asked twice", mark: null }, c: { note: "theirs", mark: 1 } } });
    expect(mergeDrafts(base, mine, theirs).answers).toEqual({
      "0.0": { note: "asked twice", mark: 3 },
      "0.1": { note: "mine", mark: null },
      c: { note: "theirs", mark: 1 },
    });
  });

  it("keep a verdict set or removed by either side", () => {
    const base = draft({ verdicts: { Rust: "met", SQL: "not" } });
    const mine = draft({ verdicts: { Rust: "partly", SQL: "not" } });
    const theirs = draft({ verdicts: { Rust: "met", Team: "met" } });
    expect(mergeDrafts(base, mine, theirs).verdicts).toEqual({ Rust: "partly", Team: "met" });
  });

  it("lose no text without a common base", () => {
    const merged = mergeDrafts(null, draft({ adhoc_notes: "here" }), draft({ adhoc_notes: "there" }));
    expect(merged.adhoc_notes).toContain("here");
    expect(merged.adhoc_notes).toContain("there");
  });

  it("keep the questions of the earlier interview", () => {
    const first = draft({ started_at: "2026-03-04T08:00:00Z", sections: [{ title: "A", note: "", questions: [] }] });
    expect(mergeDrafts(null, draft(), first).sections).toEqual(first.sections);
    expect(mergeDrafts(null, first, draft()).started_at).toBe(first.started_at);
  });

  it("keep suggested questions of both sides once", () => {
    const [asked, here, there] = ["Why?", "Here?", "There?"].map((question) =>
      proposedQuestion({ criterion: "Rust", question }),
    );
    const own = { title: "Questions", note: "", questions: [{ key: "0.0", text: "Hello?" }] };
    const sections = addQuestions([own], "Follow-up", asked ? [asked] : []);
    const mine = draft({ sections: addQuestions(sections, "Follow-up", here ? [here] : []) });
    const theirs = draft({ sections: addQuestions(sections, "Follow-up", there ? [there] : []) });
    const merged = mergeDrafts(draft({ sections }), mine, theirs).sections;
    expect(merged.map(({ title, questions }) => [title, questions.map(({ text }) => text)])).toEqual([
      ["Questions", ["Hello?"]],
      ["Follow-up", ["Why?", "There?", "Here?"]],
    ]);
  });

  it("are parsed only if valid", () => {
    expect(readDraft(draft())).toEqual(draft());
    expect([readDraft(null), readDraft({}), readDraft("x")]).toEqual([null, null, null]);
  });
});

it("lists what was typed, with the question it answers", () => {
  const sections = [
    {
      title: "A",
      note: "",
      questions: [
        { key: "0.0", text: "Why?" },
        { key: "0.1", text: "When?" },
      ],
    },
  ];
  const content = draft({ sections, answers: { "0.1": { note: "In May", mark: null } }, adhoc_notes: "On time" });
  expect(typedTexts(content, { adhoc: "Notes", overall: "Overall" })).toEqual([
    { label: "When?", value: "In May" },
    { label: "Notes", value: "On time" },
  ]);
});

it("counts verdicts that differ from the AI", () => {
  const criteria = [
    { criterion: "Rust", verdict: "met" as const },
    { criterion: "SQL", verdict: "unknown" as const },
    { criterion: "Team", verdict: "unknown" as const },
  ];
  expect(overwrittenFields(criteria, { Rust: "met", SQL: "met" })).toEqual(["SQL"]);
});
