// Evidence strip: one icon per criterion, must-haves first, each opening its quotation.
import { Popover } from "antd";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { CriterionResult, ScorePart } from "@/lib/api/types";
import { popupContainer } from "@/ui/popupContainer";
import { criterionText } from "../criterionText";
import { countVerdicts, isScored, quotesOf, stripOrder } from "../evidence";
import type { OwnMarks } from "../ownMarks";
import { useMissingText } from "../useMissingText";
import styles from "./EvidenceStrip.module.css";
import { Glyph } from "./Glyph";
import { OwnMarkCell } from "./OwnMarkCell";
import { OwnMarkChoice } from "./OwnMarkChoice";
import { withoutBullet } from "./resume/quote";
import { YearsBreakdown } from "./YearsBreakdown";

interface Props {
  criteria: readonly CriterionResult[];
  /** The parts of the score, in the criteria's order. */
  parts?: readonly ScorePart[] | undefined;
  /** Called by the popover's link with the criterion's index in `criteria`; without it there is no link. */
  onOpenQuote?: (index: number) => void;
  /** One's own marks, in a second row below the AI's. */
  marks?: OwnMarks | null;
  /** False removes the strip from the tab order, for rows with their own keyboard navigation. */
  focusable?: boolean;
}

export function EvidenceStrip({ criteria, parts, onOpenQuote, marks = null, focusable = true }: Props) {
  const { t } = useTranslation(["common", "evaluation"]);
  const items = stripOrder(criteria);
  const [openAt, setOpenAt] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  const strip = useRef<HTMLFieldSetElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const { met, partly, not, unknown } = countVerdicts(criteria.filter(isScored));
  const isOpen = openAt !== null;

  const glyphAt = (position: number) => strip.current?.querySelectorAll<HTMLButtonElement>("[data-glyph]")[position];
  const ownMarkAt = (position: number) =>
    strip.current?.querySelectorAll<HTMLButtonElement>("[data-own-mark]")[position];

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      const target = event.target as Node;
      // The field for a reason is a popover of its own.
      const isInPopover = target instanceof Element && target.closest(".ant-popover") !== null;
      if (!strip.current?.contains(target) && !popup.current?.contains(target) && !isInPopover) setOpenAt(null);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const placeAfter = (key: string, position: number): number | undefined => {
    const last = items.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: Math.min(position + 1, last),
      ArrowLeft: Math.max(position - 1, 0),
      Home: 0,
      End: last,
    };
    return steps[key];
  };
  const onOwnKeyDown = (event: KeyboardEvent, position: number) => {
    const next = placeAfter(event.key, position);
    if (next !== undefined) ownMarkAt(next)?.focus();
    else if (event.key === "ArrowUp") glyphAt(position)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    const next = placeAfter(event.key, position);
    if (next !== undefined) {
      setCurrent(next);
      if (isOpen) setOpenAt(next);
      glyphAt(next)?.focus();
    } else if (event.key === "ArrowDown" && isOpen) {
      popup.current?.querySelector("button")?.focus();
    } else if (event.key === "ArrowDown" && marks?.canMark) {
      ownMarkAt(position)?.focus();
    } else if (event.key === "Escape" && isOpen) {
      setOpenAt(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const nameOf = ({ criterion, verdict }: CriterionResult) =>
    t("strip.glyph", { criterion: criterionText(criterion), verdict: t(`verdict.${verdict}`) });
  const titleOf = (result: CriterionResult) =>
    result.quote ? `${nameOf(result)}\n${withoutBullet(result.quote)}` : nameOf(result);
  const opened = openAt === null ? undefined : items[openAt];
  return (
    <fieldset ref={strip} className={styles.strip}>
      <legend className="visually-hidden">{t("strip.summary", { met, partly, not, unknown })}</legend>
      {marks?.canMark ? (
        <span className={styles.rows} aria-hidden="true">
          <span>{t("evaluation:own.ai")}</span>
          <span>{t("evaluation:own.you")}</span>
        </span>
      ) : null}
      {items.map(({ index, result }, position) => (
        <span
          key={index}
          className={styles.column}
          data-first-nice={result.kind === "nice" && items[position - 1]?.result.kind === "must"}
        >
          <button
            type="button"
            className={styles.glyph}
            data-glyph={index}
            tabIndex={focusable && position === current ? 0 : -1}
            aria-label={nameOf(result)}
            title={titleOf(result)}
            aria-haspopup="dialog"
            aria-expanded={openAt === position}
            onFocus={() => setCurrent(position)}
            onKeyDown={(event) => onKeyDown(event, position)}
            onClick={(event) => {
              event.stopPropagation();
              setOpenAt(openAt === position ? null : position);
            }}
          >
            <Glyph verdict={result.verdict} />
          </button>
          {marks?.canMark ? (
            <OwnMarkCell
              marks={marks}
              index={index}
              result={result}
              tabIndex={focusable && position === current ? 0 : -1}
              onFocus={() => setCurrent(position)}
              onKeyDown={(event) => onOwnKeyDown(event, position)}
            />
          ) : null}
        </span>
      ))}
      {opened && openAt !== null ? (
        // One anchor below the open icon, so that icons are never remounted and keep the focus.
        <Popover
          key={openAt}
          open
          trigger={[]}
          placement="bottom"
          getPopupContainer={popupContainer}
          content={
            <div
              ref={popup}
              role="dialog"
              aria-label={criterionText(opened.result.criterion)}
              onKeyDown={(event) => {
                if (event.key !== "Escape") return;
                event.stopPropagation();
                setOpenAt(null);
                glyphAt(openAt)?.focus();
              }}
            >
              <Evidence
                result={opened.result}
                part={parts?.[opened.index]}
                own={marks ? <OwnMarkChoice marks={marks} index={opened.index} result={opened.result} /> : null}
                onOpenQuote={
                  onOpenQuote &&
                  (() => {
                    setOpenAt(null);
                    onOpenQuote(opened.index);
                  })
                }
              />
            </div>
          }
        >
          <span className={styles.anchor} style={{ left: glyphAt(openAt)?.offsetLeft }} aria-hidden="true" />
        </Popover>
      ) : null}
    </fieldset>
  );
}

/** The content of an icon's popover: criterion, verdict, confidence, quotations, years and what is missing. */
export function Evidence(props: {
  result: CriterionResult;
  part: ScorePart | undefined;
  /** One's own mark and those of others. */
  own?: ReactNode;
  onOpenQuote?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { result, part } = props;
  const quotes = quotesOf(result);
  const missing = useMissingText()(result);
  const kind = t(`kind.${result.kind}`);
  // What is only asked about has no weight.
  const worth = !isScored(result)
    ? kind
    : part
      ? t("strip.meta_points", { kind, points: number(part.points), most: number(Math.round(part.weight * 10) / 10) })
      : t("strip.meta", { kind, weight: Math.round(result.weight) });
  return (
    <div className={styles.evidence}>
      <p className={styles.meta}>{worth}</p>
      <p className={styles.criterion}>{criterionText(result.criterion)}</p>
      <p className={styles.verdict}>
        <Glyph verdict={result.verdict} /> {t(`verdict.${result.verdict}`)}
        <span className={styles.confidence}>
          {result.confidence >= 0.8
            ? t("strip.confidence_high")
            : result.confidence >= 0.5
              ? t("strip.confidence_medium")
              : t("strip.confidence_low")}
        </span>
      </p>
      {quotes.map((text) => (
        <blockquote key={text} className={styles.quote}>
          {withoutBullet(text)}
        </blockquote>
      ))}
      {quotes.length === 0 ? <p className={styles.none}>{t("strip.no_quote")}</p> : null}
      {result.years ? <YearsBreakdown years={result.years} /> : null}
      {missing ? <p className={styles.none}>{missing}</p> : null}
      {result.question ? <p className={styles.question}>{t("strip.ask", { question: result.question })}</p> : null}
      {result.quote && props.onOpenQuote ? (
        <button type="button" className={styles.open} onClick={props.onOpenQuote}>
          {t("strip.open_quote")}
        </button>
      ) : null}
      {props.own}
    </div>
  );
}
