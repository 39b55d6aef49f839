// Merges the application's moves and the person's changes into one list, latest first.
import type { HistoryEntry, PersonChangeEntry } from "@/lib/api/types";

interface Common {
  key: string;
  at: string;
  actorKind: PersonChangeEntry["actor_kind"];
  actorName: string | null;
}

export type ActivityEntry = Common &
  (
    | {
        kind: "move";
        isArrival: boolean;
        to: HistoryEntry["to"];
        reason: string | null;
        /** Whether an email was sent with the move; null if none was expected. */
        letter: boolean | null;
      }
    | { kind: "record"; changes: PersonChangeEntry["changes"] }
  );

export function activityOf(
  history: readonly HistoryEntry[],
  changes: readonly PersonChangeEntry[],
): readonly ActivityEntry[] {
  const moves = history.map((event, at): ActivityEntry => {
    const { actor, from, to, reason, email_id, letter_sent } = event;
    return {
      kind: "move",
      key: `move ${at}`,
      at: event.at,
      actorKind: actor.kind,
      actorName: actor.name ?? null,
      isArrival: !from,
      to,
      reason: reason || null,
      letter: email_id ? true : (letter_sent ?? null),
    };
  });
  const records = changes
    // An entry is empty if my role may see none of its changes.
    .filter((entry) => entry.changes.length > 0)
    .map(
      (entry): ActivityEntry => ({
        kind: "record",
        key: entry.id,
        at: entry.at,
        actorKind: entry.actor_kind,
        actorName: entry.user_name ?? null,
        changes: entry.changes,
      }),
    );
  return [...moves, ...records].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
