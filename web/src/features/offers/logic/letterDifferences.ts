// What an offer's letter says other than its terms, from the server's refusal.
import { ApiProblem } from "@/lib/api/problem";

/** The passages of the letter; empty for other errors. */
export function letterDifferences(error: unknown): string[] {
  if (!(error instanceof ApiProblem) || error.code !== "offer.letter_differs") return [];
  const current = error.current as { differences?: { letter?: unknown }[] } | null | undefined;
  return (current?.differences ?? []).flatMap(({ letter }) => (typeof letter === "string" ? [letter] : []));
}
