import { expect, it } from "vitest";
import { answersOf, summarizeMarks, verdictsOf } from "./sessions";

it("lists answers in question order, followed by unmatched ones", () => {
  const question_snapshot = {
    sections: [
      {
        title: "Work",
        questions: [
          { key: "0.0", text: "Why Rust?" },
          { key: "0.1", text: "Unasked" },
        ],
      },
      { title: "Team", questions: [{ key: "1.0", text: "Conflict?" }] },
    ],
  };
  const notes_by_question = { "1.0": { note: "calm", mark: 4 }, "0.0": { note: "", mark: 2 }, "Own question": "fine" };
  expect(answersOf({ question_snapshot, notes_by_question })).toEqual([
    { key: "0.0", section: "Work", question: "Why Rust?", note: "", mark: 2 },
    { key: "1.0", section: "Team", question: "Conflict?", note: "calm", mark: 4 },
    { key: "Own question", section: "", question: "Own question", note: "fine", mark: null },
  ]);
});

it("reads records without a snapshot", () => {
  expect(answersOf({ question_snapshot: {}, notes_by_question: {} })).toEqual([]);
});

it("summarizes ratings with their range", () => {
  expect(summarizeMarks([{ mark: 4 }, { mark: null }, { mark: 1 }])).toEqual({
    count: 2,
    mean: 2.5,
    lowest: 1,
    highest: 4,
  });
  expect(summarizeMarks([{ mark: null }])).toBeNull();
});

it("separates criterion verdicts from notes", () => {
  const notes_by_question = { verdicts: { Rust: "met", SQL: "nonsense" } };
  expect(verdictsOf({ notes_by_question })).toEqual([{ criterion: "Rust", verdict: "met" }]);
  expect(answersOf({ question_snapshot: {}, notes_by_question })).toEqual([]);
  expect(verdictsOf({ notes_by_question: {} })).toEqual([]);
});
