// Cards of candidates whose offer intent was sent, which the board's own answer doesn't say.
import { useMemo } from "react";
import type { BoardCard } from "./boardLogic";
import { useSentIntents } from "./queries";
import { SUB_STATUS } from "./stages";

const isWaiting = ({ sub_status }: BoardCard) => sub_status === SUB_STATUS.offerIntentPending;

/** The cards, those whose offer intent was sent with its time. */
export function useWithSentIntents(jobId: string, cards: readonly BoardCard[]): readonly BoardCard[] {
  const { data } = useSentIntents(jobId, cards.some(isWaiting));
  return useMemo(
    () =>
      cards.map((card) => {
        const intent_sent_at = isWaiting(card) ? data?.get(card.id) : null;
        return intent_sent_at ? { ...card, intent_sent_at } : card;
      }),
    [cards, data],
  );
}
