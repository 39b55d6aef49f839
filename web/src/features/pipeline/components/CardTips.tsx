// Tooltips of the board: a mark's criterion with its quotation, and a compact card's summary.
import type { BoardCard } from "@/entities/application/boardLogic";
import { MarkTip } from "@/entities/application/components/MarkTip";
import { criterionOfMark } from "@/entities/application/evidence";
import { useCandidate } from "@/entities/application/queries";
import styles from "./CardTips.module.css";

const GAP_PX = 4;
/** Room for the summary in its lines. */
const HEIGHT_PX = 120;

/** The quotations load when a mark is first pointed at. */
export function CardMarkTip({ card, at, box }: { card: BoardCard; at: number; box: DOMRect }) {
  const evaluation = useCandidate(card.id).data?.ai_eval;
  const result = criterionOfMark(evaluation?.criteria ?? [], card.strip.length, at);
  return evaluation && result ? <MarkTip evaluation={evaluation} result={result} box={box} /> : null;
}

export function SummaryTip({ text, box }: { text: string; box: DOMRect }) {
  const isLow = box.bottom + HEIGHT_PX > window.innerHeight;
  const place = isLow ? { bottom: window.innerHeight - box.top + GAP_PX } : { top: box.bottom + GAP_PX };
  return (
    <div role="tooltip" className={styles.summary} style={{ left: box.left, maxWidth: box.width, ...place }}>
      {text}
    </div>
  );
}
