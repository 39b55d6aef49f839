import { render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import type { AiEval, CriterionResult } from "@/lib/api/types";
import { loadTexts, text } from "@/testing/texts";
import { ScoreBreakdown } from "./ScoreBreakdown";
import { YearsBreakdown } from "./YearsBreakdown";

beforeAll(loadTexts);

const JAVA: CriterionResult = {
  criterion: "Java",
  kind: "must",
  verdict: "met",
  weight: 100,
  dimension: "skills_match",
  quote: "Services in Java",
  confidence: 0.9,
};

const judged: AiEval = {
  overallScore: 50,
  recommendationLevel: LEVEL.average,
  summary: "",
  scores: {},
  criteria: [],
  score_parts: [
    { criterion: "Java", weight: 60, credit: 0.9, points: 54 },
    { criterion: "career_fit", weight: 25, credit: 0.8, points: 20 },
  ],
  adjustments: [{ reason: "No licence: at most 50", points: -24 }],
  flags: [],
  engine: "built-in",
  versions: { engine: "1", rubric: "1", reading: "1" },
};

describe("ScoreSum", () => {
  it("sums the parts to the score and gives a reason for each cap", () => {
    const { container } = render(<ScoreBreakdown evaluation={judged} />);
    expect(container.querySelector("p")?.textContent).toBe("54 + 20 − 24 = 50");
    expect(screen.getByText(/No licence: at most 50/)).toBeTruthy();
  });

  it("says what career fit is, that open criteria count in part, and where the level begins", () => {
    const { container } = render(
      <ScoreBreakdown
        evaluation={{
          ...judged,
          thresholds: { strongly_recommend: 90, recommend: 70, average: 50 },
          criteria: [{ ...JAVA, verdict: "unknown" }],
        }}
      />,
    );
    const lines = [...container.querySelectorAll("p")].map((line) => line.textContent);
    expect(lines).toContain(text("evaluation:sum.career", { points: "20", most: "25" }));
    expect(lines).toContain(text("evaluation:sum.open"));
    expect(lines).toContain(text("evaluation:sum.level_from", { level: text("common:level.average"), score: "50" }));
    const withoutCareer = {
      ...judged,
      criteria: [{ ...JAVA, verdict: "unknown" as const }],
      score_parts: judged.score_parts?.slice(0, 1) ?? [],
    };
    const same = render(<ScoreBreakdown evaluation={withoutCareer} />);
    expect(same.container.textContent).toContain(text("evaluation:sum.open_same"));
    const decided = render(<ScoreBreakdown evaluation={{ ...judged, criteria: [JAVA] }} />);
    expect(decided.container.textContent).not.toContain(text("evaluation:sum.open"));
  });

  it("names rounding in the reader's language", () => {
    const rounded = { ...judged, adjustments: [{ reason: "rounding", points: -24 }] };
    const { container } = render(<ScoreBreakdown evaluation={rounded} />);
    expect(container.textContent).toContain(text("evaluation:sum.rounding"));
    expect(container.textContent).not.toContain("rounding");
  });

  it("renders nothing for evaluations without parts", () => {
    const { container } = render(<ScoreBreakdown evaluation={{ ...judged, score_parts: [] }} />);
    expect(container.textContent).toBe("");
  });
});

describe("YearsLine", () => {
  it("shows the periods and whether their sum reaches the requirement", () => {
    const years = {
      spans: [
        { from: "2020-06", to: null, years: 6.5 },
        { from: "2016-04", to: "2020-05", years: 4.2 },
      ],
      total: 10.7,
      required: 5,
    };
    const { container } = render(<YearsBreakdown years={years} />);
    expect(container.textContent).toBe(
      "Counted here: Jun 2020 – present 6.5 + Apr 2016 – May 2020 4.2 = 10.7 ≥ 5 years",
    );
  });
});
