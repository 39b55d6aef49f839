import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { LEVEL } from "@/entities/application/stages";
import common from "@/i18n/locales/en-US/common.json";
import evaluation from "@/i18n/locales/en-US/evaluation.json";
import type { AiEval } from "@/lib/api/types";
import { ScoreBreakdown } from "./ScoreBreakdown";
import { YearsBreakdown } from "./YearsBreakdown";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en-US",
    ns: ["common", "evaluation"],
    defaultNS: "common",
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: { "en-US": { common, evaluation } },
  });
});

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
