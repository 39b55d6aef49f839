// Answers as they are written, so that moving on to another message loses none.
import { useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";

interface AnswerText {
  text: string;
  /** Whether it was sent, which can be undone. */
  wasSent: boolean;
}

const answerTexts = createAppStore<ReadonlyMap<string, AnswerText>>(() => new Map());

export function keepAnswer(messageId: string, text: string, wasSent = false): void {
  answerTexts.set(new Map(answerTexts.get()).set(messageId, { text, wasSent }));
}

/** The answer to a message as it was left; empty once it was sent. */
export function useAnswerText(messageId: string, isAnswered: boolean): string {
  const kept = useSyncExternalStore(answerTexts.subscribe, answerTexts.get).get(messageId);
  return kept === undefined || (kept.wasSent && isAnswered) ? "" : kept.text;
}
