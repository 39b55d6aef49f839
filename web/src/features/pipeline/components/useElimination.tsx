// Rejects cards after confirmation, with an email or without.

import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { MoveOutcome } from "@/entities/application/board";
import type { BoardMove } from "@/entities/application/boardCache";
import type { BoardCard } from "@/entities/application/boardLogic";
import { useWriteEmails } from "@/entities/email/writeEmails";
import { useCan } from "@/entities/session/memberships";
import { lazyPart } from "@/ui/late/lazyPart";

// Loaded when first opened, so that the board shows sooner.
const EliminateDialog = lazyPart(
  async () => ({
    default: (await import("@/entities/application/components/EliminateDialog")).EliminateDialog,
  }),
  "overlay",
);

const RecipientsByIds = lazyPart(async () => ({
  default: (await import("@/entities/email/components/Recipients")).RecipientsByIds,
}));

interface Options {
  jobId: string;
  move: (move: BoardMove, cards: readonly BoardCard[]) => Promise<MoveOutcome>;
  onEliminated: (ids: readonly string[]) => void;
}

export function useElimination({ jobId, move, onEliminated }: Options): {
  ask: (cards: readonly BoardCard[]) => void;
  dialog: ReactNode;
} {
  const writeEmails = useWriteEmails();
  const [cards, setCards] = useState<readonly BoardCard[]>([]);
  const [busy, setBusy] = useState(false);
  // Stays mounted for the closing animation.
  const [isAsked, setAsked] = useState(false);
  const people = useMemo(() => cards.map(({ person }) => person), [cards]);
  const canEmail = useCan("pipeline:email");

  const confirm = async (sendEmail: boolean) => {
    if (sendEmail && writeEmails) {
      setCards([]);
      const ids = cards.map(({ id }) => id);
      return writeEmails("rejection", jobId, ids);
    }
    setBusy(true);
    const { moved, failed } = await move({ kind: "eliminate" }, cards);
    setBusy(false);
    // What failed can be tried again, unless the dialog was closed meanwhile.
    setCards((asked) => (asked.length > 0 ? failed.map(({ card }) => card) : asked));
    onEliminated(moved.map(({ id }) => id));
  };

  return {
    ask: (which) => {
      setAsked(true);
      setCards(which);
    },
    dialog: isAsked ? (
      <Suspense>
        <EliminateDialog
          people={people}
          canWrite={canEmail && writeEmails !== null}
          recipients={
            <Suspense>
              <RecipientsByIds ids={cards.map(({ id }) => id)} jobId={jobId} />
            </Suspense>
          }
          busy={busy}
          onCancel={() => setCards([])}
          onConfirm={({ sendEmail }) => void confirm(sendEmail)}
        />
      </Suspense>
    ) : null,
  };
}
