// Notifies of candidates that other users moved.
import { App } from "antd";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { fetchLatestMove } from "@/entities/application/board";
import type { BoardCard } from "@/entities/application/boardLogic";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { useOrganizationId, useSession } from "@/entities/session/session";
import type { ApplicationDetail } from "@/lib/api/types";

const SECONDS = 6;
/** Of many selected cards that leave at once, as when a filter hides them, so many are looked up. */
const MAX_LOOKED_UP = 5;

interface MoveNotices {
  /** Reports a refused move: another user was faster. */
  reportRefused: (card: BoardCard) => Promise<void>;
  /** Reports a card that left its lane, if another user moved it. */
  reportMoved: (card: BoardCard) => Promise<void>;
}

export function useMoveNotices(): MoveNotices {
  const { t } = useTranslation("pipeline");
  const { message } = App.useApp();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const organizationId = useOrganizationId();
  const me = useSession().data?.user.id;

  const notify = useCallback(
    (card: BoardCard, now: ApplicationDetail) => {
      const values = {
        name: card.person.name ?? t("card.nameless"),
        who: now.history.at(-1)?.actor.name ?? t("stale.somebody"),
        stage: stageName(now.status),
        status: subStatusName(now.sub_status),
      };
      const content = now.is_archived ? t("stale.archived", values) : t("stale.moved", values);
      void message.open({ key: `moved-${card.id}`, type: "warning", content, duration: SECONDS });
    },
    [message, stageName, subStatusName, t],
  );

  const reportRefused = useCallback(
    async (card: BoardCard) => {
      try {
        notify(card, await fetchLatestMove(organizationId, card.id));
      } catch {
        const name = card.person.name ?? t("card.nameless");
        message.warning(t("stale.changed", { name }), SECONDS);
      }
    },
    [message, organizationId, notify, t],
  );

  const reportMoved = useCallback(
    async (card: BoardCard) => {
      // Nothing to report without permission to read it any more.
      const now = await fetchLatestMove(organizationId, card.id).catch(() => null);
      const isNews = now !== null && now.version > card.version && now.history.at(-1)?.actor.user_id !== me;
      if (isNews) notify(card, now);
    },
    [organizationId, me, notify],
  );

  return { reportRefused, reportMoved };
}

/** Reports moves by others of the opened, focused and selected cards, the most important first. */
export function useWatchedCards(
  watched: readonly string[],
  cards: ReadonlyMap<string, BoardCard>,
  onMoved: (card: BoardCard) => Promise<void>,
): void {
  const former = useRef<ReadonlyMap<string, BoardCard>>(new Map());
  const compare = useEffectEvent(() => {
    const next = new Map<string, BoardCard>();
    const left: BoardCard[] = [];
    for (const id of watched) {
      const [was, now] = [former.current.get(id), cards.get(id)];
      if (was && hasLeft(was, now)) left.push(was);
      if (now) next.set(id, now);
    }
    former.current = next;
    for (const card of left.slice(0, MAX_LOOKED_UP)) void onMoved(card);
  });
  const ids = watched.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares after every change of the watched cards
  useEffect(() => compare(), [ids, cards]);
}

/** My own moves show before the card has a new version. */
function hasLeft(was: BoardCard, now: BoardCard | undefined): boolean {
  if (!now) return true;
  return now.version !== was.version && (now.status !== was.status || now.sub_status !== was.sub_status);
}
