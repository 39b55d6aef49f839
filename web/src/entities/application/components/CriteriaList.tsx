// Criteria with verdict, points and quotations, must-haves first; a quotation opens its place in the resume.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { AiEval, CriterionResult, ScorePart } from "@/lib/api/types";
import { criterionText } from "../criterionText";
import { criteriaInOrder, isScored, pointsOf, quotesOf } from "../evidence";
import type { OwnMarks } from "../ownMarks";
import { useMissingText } from "../useMissingText";
import styles from "./Evaluation.module.css";
import { Glyph } from "./Glyph";
import { OwnMarkChoice } from "./OwnMarkChoice";
import { withoutBullet } from "./resume/quote";
import { YearsBreakdown } from "./YearsBreakdown";

interface Props {
  evaluation: Pick<AiEval, "criteria" | "score_parts">;
  /** The quotation currently shown in the resume. */
  quote: string | null;
  /** One's own marks, below each criterion. */
  marks?: OwnMarks | null;
  onQuote?: (quote: string) => void;
}

export function CriteriaList({ evaluation, quote, marks = null, onQuote }: Props) {
  const { t } = useTranslation(["evaluation", "common"]);
  const points = pointsOf(evaluation);
  const items = criteriaInOrder(evaluation.criteria);
  const scored = items.filter(({ result }) => isScored(result));
  const groups = [
    { title: t("common:kind.must"), items: scored.filter(({ result }) => result.kind === "must") },
    { title: t("common:kind.nice"), items: scored.filter(({ result }) => result.kind !== "must") },
    { title: t("criteria.asked"), items: items.filter(({ result }) => !isScored(result)) },
  ];
  return (
    <>
      {groups.map((group) =>
        group.items.length > 0 ? (
          <section key={group.title} className={styles.group}>
            <h3 className={styles.groupTitle}>{group.title}</h3>
            <ul>
              {group.items.map(({ index, result }) => (
                <Criterion
                  key={index}
                  result={result}
                  part={points[index]}
                  quote={quote}
                  own={marks && isScored(result) ? <OwnMarkChoice marks={marks} index={index} result={result} /> : null}
                  {...(onQuote ? { onQuote } : {})}
                />
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </>
  );
}

interface CriterionProps {
  result: CriterionResult;
  part: ScorePart | undefined;
  quote: string | null;
  own: ReactNode;
  onQuote?: (quote: string) => void;
}

function Criterion({ result, part, quote, own, onQuote }: CriterionProps) {
  const { t } = useTranslation(["evaluation", "common"]);
  const quotes = quotesOf(result);
  // A question for the interview has no mark, unless the resume answers it.
  const hasMark = isScored(result) || result.verdict !== "unknown";
  const missing = useMissingText()(result);
  return (
    <li className={styles.criterion} data-criterion={result.criterion}>
      <span className={styles.glyph}>{hasMark ? <Glyph verdict={result.verdict} size={16} /> : null}</span>
      <div>
        <p className={styles.asked}>{criterionText(result.criterion)}</p>
        {quotes.map((text) => (
          <Quotation key={text} text={text} shown={quote === text} {...(onQuote ? { onQuote } : {})} />
        ))}
        {quotes.length === 0 && hasMark ? <p className={styles.nothing}>{t("common:strip.no_quote")}</p> : null}
        {result.years ? <YearsBreakdown years={result.years} /> : null}
        {missing ? <p className={styles.nothing}>{missing}</p> : null}
        {own}
      </div>
      {hasMark ? (
        <p className={styles.side}>
          <span className={styles.verdict} data-verdict={result.verdict}>
            {t(`common:verdict.${result.verdict}`)}
          </span>
          {isScored(result) ? <Points weight={result.weight} part={part} /> : null}
        </p>
      ) : null}
    </li>
  );
}

function Quotation(props: { text: string; shown: boolean; onQuote?: (quote: string) => void }) {
  const { t } = useTranslation("common");
  const { text, shown, onQuote } = props;
  return onQuote ? (
    <button type="button" className={styles.quote} aria-pressed={shown} onClick={() => onQuote(text)}>
      {withoutBullet(text)}
      <span className="visually-hidden">{t("strip.open_quote")}</span>
    </button>
  ) : (
    <blockquote className={styles.quote}>{withoutBullet(text)}</blockquote>
  );
}

/** The points of the sum below; the criterion's weight in evaluations without a sum. */
function Points({ weight, part }: { weight: number; part: ScorePart | undefined }) {
  const { t } = useTranslation("evaluation");
  const { number } = useFormats();
  return (
    <span className={styles.weight}>
      {part
        ? t("criteria.points", { points: number(part.points), most: number(Math.round(part.weight * 10) / 10) })
        : t("criteria.weight", { weight: Math.round(weight) })}
    </span>
  );
}
