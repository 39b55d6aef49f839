// One's own mark below the AI's in the strip: a press agrees, a press on a given mark removes it.
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "@/lib/api/types";
import { criterionText } from "../criterionText";
import type { OwnMarks } from "../ownMarks";
import { Glyph } from "./Glyph";
import styles from "./OwnMarks.module.css";

interface Props {
  marks: OwnMarks;
  /** The criterion's index in the evaluation. */
  index: number;
  result: CriterionResult;
  tabIndex?: number;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function OwnMarkCell({ marks, index, result, tabIndex = 0, onFocus, onKeyDown }: Props) {
  const { t } = useTranslation(["evaluation", "common"]);
  const own = marks.ownAt(index);
  const criterion = criterionText(result.criterion);
  const label = own
    ? t("own.withdraw", { criterion, verdict: t(`common:verdict.${own.verdict}`) })
    : t("own.agree", { criterion, verdict: t(`common:verdict.${result.verdict}`) });
  return (
    <button
      type="button"
      className={styles.cell}
      data-own-mark={index}
      data-different={own !== undefined && own.verdict !== result.verdict}
      aria-label={label}
      title={own?.reason ? `${label}\n${own.reason}` : label}
      aria-disabled={!marks.isReady}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        event.stopPropagation();
        if (marks.isReady) marks.toggle(index, own?.verdict ?? result.verdict);
      }}
    >
      {own ? <Glyph verdict={own.verdict} size={12} /> : null}
    </button>
  );
}
