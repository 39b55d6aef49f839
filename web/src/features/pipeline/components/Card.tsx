// A candidate's card: name, evaluation, status, time in it, and the next step; compact in two lines.
import { Button } from "antd";
import { Clock, Ellipsis, Star } from "lucide-react";
import { type MouseEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { type BoardCard, daysSince, isLate } from "@/entities/application/boardLogic";
import { DifferenceMark } from "@/entities/application/components/DifferenceMark";
import { FallbackMark } from "@/entities/application/components/FallbackMark";
import { FlagMark } from "@/entities/application/components/FlagMark";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { VerdictStrip } from "@/entities/application/components/VerdictStrip";
import { nameMarks } from "@/entities/application/evidence";
import { needsLook } from "@/entities/application/flags";
import { useLevelName } from "@/entities/application/level";
import { shownScore } from "@/entities/application/score";
import { levelKey, useApplicationStateName } from "@/entities/application/stages";
import { markAt } from "@/entities/application/useMarks";
import { useHasUnreadReply } from "@/entities/email/inboxUnread";
import { StageTag } from "@/ui/StageTag";
import { stepOf } from "../logic/nextStep";
import styles from "./Card.module.css";
import type { NextStep, NextSteps } from "./useCardCommands";
import { useStepNames } from "./useStepNames";

export interface CardActions {
  /** Opens the candidate, at the quotation of a mark if one was clicked. */
  open: (id: string, mark?: number) => void;
  select: (id: string, range: boolean) => void;
  /** Opens the context menu at a point. */
  menu: (id: string, at: { x: number; y: number }) => void;
  /** Takes the card's next step. */
  next: (id: string, step: NextStep) => void;
  /** Toggles the talent pool mark; null without permission. */
  star: ((id: string) => void) | null;
}

interface Props {
  card: BoardCard;
  selected: boolean;
  /** What is said of an email that goes out later, which takes the next step. */
  scheduled?: string | undefined;
  /** Whether its candidate is open beside the board. */
  opened: boolean;
  compact: boolean;
  /** The next steps my role may take. */
  steps: NextSteps;
  now: number;
  /** The rubric's criteria in the order of the strips; null while unknown. */
  criteria: readonly string[] | null;
  actions: CardActions;
}

/** As precise as the evaluation writes them. */
const oneDecimal = (years: number) => Math.round(years * 10) / 10;

export const Card = memo(function Card({ card, selected, scheduled, opened, compact, steps, ...props }: Props) {
  "use memo";
  const { now, criteria, actions } = props;
  const { t } = useTranslation("pipeline");
  const stateName = useApplicationStateName();
  const levelName = useLevelName();
  const { id, person, level, strip, sub_status_since } = card;
  const name = person.name ?? t("card.nameless");
  const step = scheduled ? undefined : stepOf(card, steps);
  const stepNames = useStepNames();
  const hasReply = useHasUnreadReply(id);
  const days = daysSince(sub_status_since, now);
  const total = person.years == null ? null : oneDecimal(person.years);
  const relevant = oneDecimal(card.relevant_years ?? 0);
  const years =
    total === null
      ? null
      : relevant > 0 && relevant < total
        ? t("card.years_relevant", { count: total, relevant })
        : t("card.years", { count: total });
  const facts = [person.current_position, person.current_company, years].filter(Boolean);
  const onClick = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("button, input, a")) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) actions.select(id, event.shiftKey);
    else actions.open(id, markAt(event.target) ?? undefined);
  };
  const marks = strip.length > 0 ? <VerdictStrip marked strip={nameMarks(strip, criteria)} /> : null;
  const isLateNow = isLate(card, now);
  const state = (
    <>
      <StageTag tone={isLateNow ? "attention" : "neutral"}>{stateName(card)}</StageTag>
      <span className={styles.days} data-late={isLateNow}>
        {days > 0 ? t("card.days", { count: days }) : t("card.today")}
      </span>
      {hasReply ? <StageTag tone="good">{t("card.reply")}</StageTag> : null}
      <FlagMark flags={card.flags.filter(needsLook)} />
      <FallbackMark className={styles.stoodIn} reason={card.stood_in} />
      <DifferenceMark differences={card.differences ?? []} />
      {scheduled ? (
        <span className={styles.days} title={scheduled}>
          <Clock size={12} aria-hidden="true" /> {scheduled}
        </span>
      ) : null}
      {step ? (
        <Button className={styles.next ?? ""} size="small" tabIndex={-1} onClick={() => actions.next(id, step)}>
          {stepNames[step]}
        </Button>
      ) : null}
    </>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens the focused card through the board's shortcuts
    <article
      className={styles.card}
      data-level={levelKey(level)}
      data-selected={selected}
      data-opened={opened}
      data-compact={compact}
      aria-current={opened || undefined}
      aria-label={name}
      onClick={onClick}
      onContextMenu={(event) => {
        event.preventDefault();
        // On touch screens a long press starts dragging, and also fires contextmenu.
        if (event.currentTarget.closest('[data-dragging="true"]')) return;
        actions.menu(id, { x: event.clientX, y: event.clientY });
      }}
    >
      <header className={styles.head}>
        <input
          type="checkbox"
          className={styles.check}
          checked={selected}
          tabIndex={-1}
          aria-label={t("card.select", { name })}
          onChange={(event) => actions.select(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)}
        />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        {compact ? marks : null}
        {actions.star ? (
          <button
            type="button"
            className={styles.star}
            data-on={card.starred}
            tabIndex={-1}
            aria-pressed={card.starred}
            aria-label={t("card.star", { name })}
            onClick={() => actions.star?.(id)}
          >
            <Star size={14} aria-hidden="true" />
          </button>
        ) : card.starred ? (
          <span className={styles.star} data-on="true">
            <Star size={14} role="img" aria-label={t("card.starred")} />
          </span>
        ) : null}
        <span className={styles.score} title={level ? levelName(level) : undefined}>
          {level ? <span className="visually-hidden">{levelName(level)}</span> : null}
          <ScoreText score={shownScore(level, card.score)} />
        </span>
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={<Ellipsis size={16} aria-hidden="true" />}
          aria-label={t("card.menu", { name })}
          aria-haspopup="menu"
          onClick={(event) => actions.menu(id, { x: event.clientX, y: event.clientY })}
        />
      </header>
      {compact ? (
        <footer className={styles.second}>
          <span className={styles.facts}>{facts.join(" · ")}</span>
          {/* Shown when the card is pointed at or focused. */}
          {card.summary ? <span className="visually-hidden">{card.summary}</span> : null}
          {state}
        </footer>
      ) : (
        <>
          {facts.length > 0 ? (
            <p className={styles.facts} title={facts.join(" · ")}>
              {facts.join(" · ")}
            </p>
          ) : null}
          {marks}
          {card.summary ? <p className={styles.summary}>{card.summary}</p> : null}
          <footer className={styles.foot}>{state}</footer>
        </>
      )}
    </article>
  );
});
