// Evidence and scores, in every verdict and class.
import { useTranslation } from "react-i18next";
import { CriteriaList } from "@/entities/application/components/CriteriaList";
import { EvidenceStrip } from "@/entities/application/components/EvidenceStrip";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import type { CriterionResult, Verdict } from "@/lib/api/types";
import { Sample, Section } from "@/ui/samples/Sample";

const VERDICTS: readonly Verdict[] = ["met", "partly", "not", "unknown"];
const SCORES = [92, 71, 48, 12, null] as const;

export function Evidence() {
  const { t } = useTranslation(["styleguide", "common"]);
  const criteria = VERDICTS.flatMap((verdict): CriterionResult[] =>
    (["must", "nice"] as const).map((kind) => ({
      criterion: t("sample.criterion", { number: VERDICTS.indexOf(verdict) + 1 }),
      kind,
      verdict,
      weight: 12.5,
      dimension: "skills_match",
      quote: verdict === "met" || verdict === "partly" ? t("sample.quote") : null,
      confidence: 0.9,
      question: null,
    })),
  );
  return (
    <Section title={t("section.evidence")}>
      <Sample name="EvidenceStrip">
        <EvidenceStrip criteria={criteria} />
      </Sample>
      <Sample name="VerdictStrip">
        <VerdictStrip strip={criteria} />
      </Sample>
      <Sample name="ScoreText">
        {SCORES.map((score) => (
          <ScoreText key={score ?? "none"} score={score} />
        ))}
        {SCORES.map((score) => (
          <ScoreText key={score ?? "none"} score={score} size="large" />
        ))}
      </Sample>
      <Sample name="CriteriaList">
        <div>
          <CriteriaList evaluation={{ criteria }} quote={t("sample.quote")} onQuote={() => undefined} />
        </div>
      </Sample>
    </Section>
  );
}
