// Sample candidates in all card states, for the page that shows the cards.
import { useTranslation } from "react-i18next";
import type { Application, CriterionResult, Person, RecommendationLevel, Verdict } from "@/lib/api/types";
import { LEVEL, STAGE, SUB_STATUS } from "./stages";

/** The current time of the samples. */
export const SAMPLE_NOW = Date.parse("2026-03-09T08:00:00Z");
export const SAMPLE_SINCE = "2026-03-08T08:00:00Z";
/** Long ago, so that candidates are overdue. */
export const SAMPLE_LATE = "2026-02-20T08:00:00Z";

/** All levels with a matching score. */
export const SAMPLE_LEVELS: readonly (readonly [RecommendationLevel | null, number | null])[] = [
  [LEVEL.strong, 92],
  [LEVEL.recommended, 71],
  [LEVEL.average, 48],
  [LEVEL.notRecommended, 12],
  [null, null],
];

export function sampleId(number: number): string {
  return `0199d3a0-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

const VERDICTS: readonly Verdict[] = ["met", "met", "partly", "unknown", "not"];

export interface Samples {
  name: string;
  job: string;
  position: string;
  company: string;
  summary: string;
  criteria: CriterionResult[];
  person: (id: string) => Person;
  application: (at: number) => Application;
}

/** The samples in the interface language. */
export function useSamples(): Samples {
  const { t } = useTranslation("styleguide");
  const [name, position, company] = [t("card.name"), t("card.position"), t("sample.value")];
  const criteria = VERDICTS.map(
    (verdict, at): CriterionResult => ({
      criterion: t("sample.criterion", { number: at + 1 }),
      kind: at < 3 ? "must" : "nice",
      verdict,
      weight: 20,
      dimension: "skills_match",
      quote: verdict === "met" ? t("sample.quote") : null,
      confidence: 0.9,
      question: null,
    }),
  );
  const person = (id: string): Person => ({
    id,
    name,
    current_position: position,
    current_company: company,
    total_years_of_experience: 6,
    email: "chen@example.com",
    phone: "+86 138 0000 0000",
    education: [],
    skills: [],
    starred: false,
    blacklisted: false,
    is_in_talent_pool: false,
  });
  const application = (at: number): Application => {
    const [level, score] = SAMPLE_LEVELS[at] ?? [null, null];
    return {
      id: sampleId(at),
      organization_id: sampleId(900),
      job_id: sampleId(901),
      job_title: t("card.job"),
      person_id: sampleId(100 + at),
      differences: [],
      person: person(sampleId(100 + at)),
      status: STAGE.aiReview,
      sub_status: at < 3 ? SUB_STATUS.recommendContact : SUB_STATUS.recommendReject,
      sub_status_since: SAMPLE_SINCE,
      created_at: SAMPLE_SINCE,
      updated_at: SAMPLE_SINCE,
      source: "batch",
      is_archived: false,
      version: 1,
      ai_eval:
        level === null || score === null
          ? null
          : {
              criteria,
              engine: "built-in",
              flags: [],
              overallScore: score,
              recommendationLevel: level,
              scores: { skills_match: score },
              summary: t("card.summary"),
              versions: { engine: "1", reading: "1", rubric: "1" },
            },
    };
  };
  return { name, job: t("card.job"), position, company, summary: t("card.summary"), criteria, person, application };
}
