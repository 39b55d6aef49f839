// One's own verdict on a criterion, with a reason where it differs from the AI's, and the marks of others.
import { Button, Input, Popover } from "antd";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CriterionResult, EvaluationMark, Verdict } from "@/lib/api/types";
import { popupContainer } from "@/ui/popupContainer";
import { criterionText } from "../criterionText";
import { MAX_MARK_REASON, type OwnMarks } from "../ownMarks";
import { Glyph } from "./Glyph";
import { OthersMark } from "./OthersMark";
import styles from "./OwnMarks.module.css";

const VERDICTS: readonly Verdict[] = ["met", "partly", "not", "unknown"];

interface Props {
  marks: OwnMarks;
  /** The criterion's index in the evaluation. */
  index: number;
  result: CriterionResult;
}

export function OwnMarkChoice({ marks, index, result }: Props) {
  const { t } = useTranslation(["evaluation", "common"]);
  const [isGivingReason, setGivingReason] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const own = marks.ownAt(index);
  const others = marks.othersAt(index);
  const focusChosen = () => group.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const choose = (verdict: Verdict) => {
    if (!marks.isReady) return;
    marks.toggle(index, verdict);
    setGivingReason(own?.verdict !== verdict && verdict !== result.verdict);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (at + step + VERDICTS.length) % VERDICTS.length;
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  if (!marks.canMark && others.length === 0) return null;
  const current = own?.verdict ?? result.verdict;
  return (
    <div className={styles.choice}>
      {marks.canMark ? (
        <Popover
          open={isGivingReason && own !== undefined}
          trigger={[]}
          placement="bottomLeft"
          destroyOnHidden
          getPopupContainer={popupContainer}
          content={
            own ? (
              <ReasonForm
                own={own}
                onDone={(reason) => {
                  setGivingReason(false);
                  if (reason !== null) marks.giveReason(index, reason);
                }}
                onLeave={focusChosen}
              />
            ) : null
          }
        >
          <div className={styles.verdicts}>
            <span className={styles.you} aria-hidden="true">
              {t("own.you")}
            </span>
            <div
              ref={group}
              role="radiogroup"
              className={styles.group}
              aria-label={t("own.choose", { criterion: criterionText(result.criterion) })}
            >
              {VERDICTS.map((verdict, at) => (
                // biome-ignore lint/a11y/useSemanticElements: a pressed radio input can't be taken back
                <button
                  key={verdict}
                  type="button"
                  role="radio"
                  className={styles.verdict}
                  aria-checked={own?.verdict === verdict}
                  aria-label={t(`common:verdict.${verdict}`)}
                  title={t(`common:verdict.${verdict}`)}
                  aria-disabled={!marks.isReady}
                  tabIndex={verdict === current ? 0 : -1}
                  onKeyDown={(event) => onKeyDown(event, at)}
                  onClick={() => choose(verdict)}
                >
                  <Glyph verdict={verdict} size={12} />
                </button>
              ))}
            </div>
            {own && own.verdict !== result.verdict ? (
              <button type="button" className={styles.reason} onClick={() => setGivingReason(true)}>
                {own.reason || t("own.add_reason")}
              </button>
            ) : null}
          </div>
        </Popover>
      ) : null}
      {own?.is_earlier ? <p className={styles.note}>{t("own.earlier")}</p> : null}
      {others.map((mark) => (
        <OthersMark key={mark.user_id} mark={mark} />
      ))}
    </div>
  );
}

/** `onDone` with null leaves the reason as it is. */
function ReasonForm(props: { own: EvaluationMark; onDone: (reason: string | null) => void; onLeave: () => void }) {
  const { t } = useTranslation(["evaluation", "common"]);
  const { own, onDone, onLeave } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const isOver = useRef(false);
  // Leaving the field ends it too.
  const end = (reason: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(reason);
  };
  const verdict = t(`common:verdict.${own.verdict}`);
  return (
    <div
      role="dialog"
      aria-label={t("own.reason", { verdict })}
      className={styles.reasonForm}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) end(draft);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
        if (event.key !== "Escape" && !isDone) return;
        event.preventDefault();
        end(isDone ? draft : null);
        onLeave();
      }}
    >
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 2, maxRows: 5 }}
        maxLength={MAX_MARK_REASON}
        aria-label={t("own.reason", { verdict })}
        placeholder={t("own.reason", { verdict })}
        value={draft ?? own.reason}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button
        size="small"
        onClick={() => {
          end(draft);
          onLeave();
        }}
      >
        {t("own.save")}
      </Button>
    </div>
  );
}
