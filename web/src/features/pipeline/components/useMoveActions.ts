// Move actions of cards with toast, undo, and conflict messages.
import { App } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type MoveOutcome, useMoveCards } from "@/entities/application/board";
import type { BoardMove } from "@/entities/application/boardCache";
import type { BoardCard } from "@/entities/application/boardLogic";
import { useCandidateNames } from "@/entities/application/candidateNames";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { undoOf } from "../logic/undo";

/** How long toasts with undo stay, in seconds. */
const UNDO_SECONDS = 6;
const STATUS_SECONDS = 2;
const FINAL_SECONDS = 3;

function secondsOf(kind: BoardMove["kind"]): number {
  return kind === "set" || kind === "take_back" ? STATUS_SECONDS : FINAL_SECONDS;
}

export function useMoveActions(jobId: string, tellRefused: (card: BoardCard) => Promise<void>) {
  const { t } = useTranslation(["pipeline", "common"]);
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const names = useCandidateNames();
  const moveCards = useMoveCards(jobId);

  return useCallback(
    (wanted: BoardMove, wantedCards: readonly BoardCard[]): Promise<MoveOutcome> => {
      const run = async (move: BoardMove, cards: readonly BoardCard[], isUndo: boolean): Promise<MoveOutcome> => {
        const [first] = cards;
        if (!first) return { moved: [], refused: [], failed: [] };
        try {
          const outcome = await moveCards(move, cards);
          const { moved, refused, failed } = outcome;
          if (moved.length > 0) {
            const count = moved.length;
            const ids = new Set(moved.map(({ id }) => id));
            const name = names(cards.filter(({ id }) => ids.has(id)).map(({ person }) => person));
            const text = {
              drag: t("done.drag", { name }),
              mark_passed: t("done.mark_passed", { name }),
              set: t("done.set", { name }),
              eliminate: t("done.eliminate", { count, name }),
              archive: t("done.archive", { count, name }),
              restore: t("done.restore", { count, name }),
              recall: t("done.recall", { count, name }),
              take_back: t("done.take_back", { count, name }),
            }[move.kind];
            const back = isUndo ? null : undoOf(move, cards, moved);
            const undo = back ? () => void run(back.move, back.cards, true) : undefined;
            toast({ key: `move-${first.id}`, text, undo, seconds: undo ? UNDO_SECONDS : secondsOf(move.kind) });
          }
          const lost = moved.filter(({ hasLostInterview }) => hasLostInterview).length;
          if (lost > 0) message.warning(t("common:move.without_interview", { count: lost }), 6);
          const stale = refused.find(({ code }) => code === "request.stale");
          if (stale) void tellRefused(stale.card);
          // Each other reason once.
          for (const code of new Set(refused.map((one) => one.code).filter((code) => code !== "request.stale"))) {
            message.error(errorText(new ApiProblem({ status: 409, code })), 5);
          }
          if (refused.length > 1) message.warning(t("refused", { count: refused.length }), 5);
          if (failed[0]) {
            message.error(t("failed.why", { failed: t("failed.status"), why: errorText(failed[0].error) }), 5);
          }
          return outcome;
        } catch (error) {
          const what = {
            drag: t("failed.status"),
            set: t("failed.status"),
            take_back: t("failed.status"),
            mark_passed: t("failed.pass"),
            eliminate: t("failed.eliminate"),
            archive: t("failed.status"),
            restore: t("failed.status"),
            recall: t("failed.recall"),
          }[move.kind];
          message.error(t("failed.why", { failed: what, why: errorText(error) }), 5);
          return { moved: [], refused: [], failed: cards.map((card) => ({ card, error })) };
        }
      };
      return run(wanted, wantedCards, false);
    },
    [moveCards, message, toast, errorText, tellRefused, names, t],
  );
}
