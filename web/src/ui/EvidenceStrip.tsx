// The evidence strip: one glyph per criterion, must-haves first, each opening its quotation.
import { Popover } from "antd";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "@/api/types";
import styles from "./EvidenceStrip.module.css";
import { countVerdicts, stripOrder } from "./evidence";
import { Glyph } from "./Glyph";

interface Props {
  criteria: readonly CriterionResult[];
  /** Called from the popover's link with the criterion's position in `criteria`; without it there is no link. */
  onOpenQuote?: (index: number) => void;
  /** False takes the strip out of the tab order, for rows that are themselves walked with the keyboard. */
  focusable?: boolean;
}

export function EvidenceStrip({ criteria, onOpenQuote, focusable = true }: Props) {
  const { t } = useTranslation();
  const items = stripOrder(criteria);
  const [openAt, setOpenAt] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const { met, partly, not, unknown } = countVerdicts(criteria);

  const move = (event: KeyboardEvent, position: number) => {
    const last = items.length - 1;
    const next = { ArrowRight: Math.min(position + 1, last), ArrowLeft: Math.max(position - 1, 0), Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCurrent(next);
    if (openAt !== null) setOpenAt(next);
    buttons.current[next]?.focus();
  };

  return (
    <fieldset className={styles.strip}>
      <legend className="visually-hidden">{t("strip.summary", { met, partly, not, unknown })}</legend>
      {items.map((item, position) => {
        const { result } = item;
        const button = (
          <button
            key={item.index}
            ref={(element) => {
              buttons.current[position] = element;
            }}
            type="button"
            className={styles.glyph}
            data-kind={result.kind}
            data-first-nice={result.kind === "nice" && items[position - 1]?.result.kind === "must"}
            tabIndex={focusable && position === current ? 0 : -1}
            aria-label={t("strip.glyph", { criterion: result.criterion, verdict: t(`verdict.${result.verdict}`) })}
            aria-expanded={openAt === position}
            onFocus={() => setCurrent(position)}
            onKeyDown={(event) => move(event, position)}
            onClick={(event) => {
              event.stopPropagation();
              setOpenAt(openAt === position ? null : position);
            }}
          >
            <Glyph verdict={result.verdict} />
          </button>
        );
        if (openAt !== position) return button;
        return (
          <Popover
            key={item.index}
            open
            onOpenChange={(open) => {
              if (!open) setOpenAt(null);
            }}
            trigger="click"
            placement="bottom"
            content={
              <Evidence
                result={result}
                {...(onOpenQuote
                  ? {
                      onOpenQuote: () => {
                        setOpenAt(null);
                        onOpenQuote(item.index);
                      },
                    }
                  : {})}
              />
            }
          >
            {button}
          </Popover>
        );
      })}
    </fieldset>
  );
}

/** What a glyph opens: the criterion, the verdict, the quotation and how sure the judge is. */
export function Evidence(props: { result: CriterionResult; onOpenQuote?: () => void }) {
  const { t } = useTranslation();
  const { result } = props;
  return (
    <div className={styles.evidence}>
      <p className={styles.meta}>
        {t("strip.meta", { kind: t(`kind.${result.kind}`), weight: Math.round(result.weight) })}
      </p>
      <p className={styles.criterion}>{result.criterion}</p>
      <p className={styles.verdict}>
        <Glyph verdict={result.verdict} /> {t(`verdict.${result.verdict}`)}
        <span className={styles.confidence}>
          {t("strip.confidence", { percent: Math.round(result.confidence * 100) })}
        </span>
      </p>
      {result.quote ? <blockquote className={styles.quote}>{result.quote}</blockquote> : null}
      {!result.quote && result.verdict !== "met" ? <p className={styles.none}>{t("strip.no_quote")}</p> : null}
      {result.question ? <p className={styles.question}>{t("strip.ask", { question: result.question })}</p> : null}
      {result.quote && props.onOpenQuote ? (
        <button type="button" className={styles.open} onClick={props.onOpenQuote}>
          {t("strip.open_quote")}
        </button>
      ) : null}
    </div>
  );
}
