// Schedules interviews of one card or of several, one after the other.
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BoardCard } from "@/entities/application/boardLogic";
import type { Schedule } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";

// Loaded when first opened, so that the board shows sooner.
const ScheduleDialog = lazyPart(
  async () => ({
    default: (await import("@/entities/interview/components/ScheduleDialog")).ScheduleDialog,
  }),
  "overlay",
);

interface Queue {
  cards: readonly BoardCard[];
  at: number;
  /** The interview that was scheduled before. */
  former: Schedule | null;
}

/** `onScheduled` is called for each card with an interview. */
export function useScheduling(onScheduled: (id: string) => void): {
  ask: (cards: readonly BoardCard[]) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation("pipeline");
  const [queue, setQueue] = useState<Queue | null>(null);
  const card = queue?.cards[queue.at];
  const count = queue?.cards.length ?? 0;
  return {
    ask: (cards) => setQueue({ cards, at: 0, former: null }),
    dialog: (
      <Suspense>
        {queue && card ? (
          <ScheduleDialog
            key={card.id}
            candidate={{ applicationId: card.id, name: card.person.name ?? t("card.nameless") }}
            schedule={null}
            after={queue.former}
            {...(count > 1 ? { note: t("bulk.schedule_progress", { number: queue.at + 1, count }) } : {})}
            onClose={() => setQueue(null)}
            onSaved={(former) => {
              onScheduled(card.id);
              setQueue({ ...queue, at: queue.at + 1, former });
            }}
          />
        ) : null}
      </Suspense>
    ),
  };
}
