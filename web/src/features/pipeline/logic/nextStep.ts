// The step that a card offers.
import type { BoardCard } from "@/entities/application/boardLogic";
import type { NextStep, NextSteps } from "../components/useCardCommands";

/** The candidate's next step that my role may take. Once the intent is sent, the offer is prepared. */
export function stepOf(card: BoardCard, steps: NextSteps): NextStep | undefined {
  if (!card.next) return undefined;
  return card.next === "prepare_offer" && card.intent_sent_at ? steps.get("send_offer") : steps.get(card.next);
}
