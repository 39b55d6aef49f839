import { expect, it } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { sectionsOf } from "./guide";

const criterion = (change: Partial<CriterionResult>): CriterionResult => ({
  criterion: "Rust",
  dimension: "skills_match",
  kind: "must",
  weight: 50,
  verdict: "met",
  quote: null,
  confidence: 1,
  question: null,
  ...change,
});

it("asks the job's questions, then one for each open criterion", () => {
  const guide = { round_number: 1, sections: [{ title: "", note: "Calm", questions: ["Why?", "How?"] }] };
  const criteria = [
    criterion({ question: "Settled" }),
    criterion({ verdict: "unknown", question: "Which?" }),
    criterion({ verdict: "partly", question: null }),
    criterion({ verdict: "not", question: "Never" }),
  ];
  expect(sectionsOf(guide, criteria, { untitled: "Questions", open: "Open" })).toEqual([
    {
      title: "Questions",
      note: "Calm",
      questions: [
        { key: "0.0", text: "Why?" },
        { key: "0.1", text: "How?" },
      ],
    },
    { title: "Open", note: "", questions: [{ key: "c.1", text: "Which?", criterion: "Rust" }] },
  ]);
});
