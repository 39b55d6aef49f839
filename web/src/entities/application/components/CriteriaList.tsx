// Criteria with verdict, weight and quotation, must-haves first; a quotation opens its place in the resume.
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "@/lib/api/types";
import { criterionText } from "../criterionText";
import { stripOrder } from "../evidence";
import styles from "./Evaluation.module.css";
import { Glyph } from "./Glyph";
import { withoutBullet } from "./resume/quote";
import { YearsBreakdown } from "./YearsBreakdown";

interface Props {
  criteria: readonly CriterionResult[];
  /** The quotation currently shown in the resume. */
  quote: string | null;
  onQuote?: (quote: string) => void;
}

export function CriteriaList({ criteria, quote, onQuote }: Props) {
  const { t } = useTranslation(["evaluation", "common"]);
  const items = stripOrder(criteria);
  const groups = [
    { kind: "must" as const, items: items.filter((item) => item.result.kind === "must") },
    { kind: "nice" as const, items: items.filter((item) => item.result.kind !== "must") },
  ];
  return (
    <>
      {groups.map((group) =>
        group.items.length > 0 ? (
          <section key={group.kind} className={styles.group}>
            <h3 className={styles.groupTitle}>{t(`common:kind.${group.kind}`)}</h3>
            <ul>
              {group.items.map(({ index, result }) => (
                <Criterion
                  key={index}
                  result={result}
                  shown={quote !== null && quote === result.quote}
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

function Criterion(props: { result: CriterionResult; shown: boolean; onQuote?: (quote: string) => void }) {
  const { t } = useTranslation(["evaluation", "common"]);
  const { result, shown, onQuote } = props;
  const { quote } = result;
  return (
    <li className={styles.criterion}>
      <span className={styles.glyph}>
        <Glyph verdict={result.verdict} size={16} />
      </span>
      <div>
        <p className={styles.asked}>{criterionText(result.criterion)}</p>
        {quote ? (
          onQuote ? (
            <button type="button" className={styles.quote} aria-pressed={shown} onClick={() => onQuote(quote)}>
              {withoutBullet(quote)}
              <span className="visually-hidden">{t("common:strip.open_quote")}</span>
            </button>
          ) : (
            <blockquote className={styles.quote}>{withoutBullet(quote)}</blockquote>
          )
        ) : result.verdict === "met" ? null : (
          <p className={styles.nothing}>{t("common:strip.no_quote")}</p>
        )}
        {result.years ? <YearsBreakdown years={result.years} /> : null}
        {result.missing ? <p className={styles.nothing}>{t("criteria.missing", { missing: result.missing })}</p> : null}
      </div>
      <p className={styles.side}>
        <span className={styles.verdict} data-verdict={result.verdict}>
          {t(`common:verdict.${result.verdict}`)}
        </span>
        <span className={styles.weight}>{t("criteria.weight", { weight: Math.round(result.weight) })}</span>
      </p>
    </li>
  );
}
