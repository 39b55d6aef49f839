// A job's pipeline: lanes, counts, and optimistic moves with rollback.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { PERSON } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey, query } from "@/lib/api/client";
import type { ApplicationDetail, MoveResult, SubStatus } from "@/lib/api/types";
import { apply, type BoardMove, type BoardPage, type LaneData, putBack, setVersions, spotsOf } from "./boardCache";
import { type BoardCard, type LaneCount, type LaneView, readStrip } from "./boardLogic";
import { moveKey } from "./moving";
import {
  APPLICATION,
  ARCHIVE,
  BOARD,
  CONVERSION,
  DRAG,
  ELIMINATE,
  LANES,
  MARK_PASSED,
  RECALL,
  RESTORE,
  TAKE_BACK,
  TALENT_POOL,
} from "./paths";
import { type ItemResult, isFailed, perItem } from "./perItem";

/** Page sizes of a lane: first page and further pages. */
export const FIRST_CARDS = 50;
const MORE_CARDS = 200;

// In the form of the generated hooks, so that live events find the job.
const keyOf = (path: typeof BOARD | typeof LANES, organization_id: string, job_id: string) =>
  ["get", path, { params: { path: { organization_id, job_id } } }] as const;
const boardKey = (organization_id: string, job_id: string) => keyOf(BOARD, organization_id, job_id);
const countsKey = (organization_id: string, job_id: string) => keyOf(LANES, organization_id, job_id);

/** A lane's cards; further pages on demand. */
export function useLane(jobId: string, view: LaneView) {
  const organization_id = useOrganizationId();
  const lane = useInfiniteQuery({
    queryKey: [...boardKey(organization_id, jobId), view],
    queryFn: async ({ pageParam, signal }): Promise<BoardPage> => {
      const { data } = await api.GET(BOARD, {
        params: {
          path: { organization_id, job_id: jobId },
          query: {
            status: view.stage,
            ...(view.subStatus ? { sub_status: view.subStatus } : {}),
            ...(view.search ? { search: view.search } : {}),
            sort: view.sort,
            ...(pageParam ? { cursor: pageParam } : {}),
            limit: pageParam ? MORE_CARDS : FIRST_CARDS,
          },
        },
        signal,
      });
      return {
        items: (data?.items ?? []).map((card) => ({
          ...card,
          strip: readStrip(card.strip),
          flags: (card.flags ?? []).map((kind) => ({ kind })),
        })),
        next_cursor: data?.next_cursor ?? null,
        total: data?.total ?? 0,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, fetchNextPage } = lane;
  const cards = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const loadMore = useCallback(async () => {
    const { data: loaded, error: failure } = await fetchNextPage();
    if (failure) throw failure;
    const pages = loaded?.pages ?? [];
    return {
      loaded: pages.reduce((sum, { items }) => sum + items.length, 0),
      hasMore: (pages.at(-1)?.next_cursor ?? null) !== null,
    };
  }, [fetchNextPage]);
  return {
    cards,
    /** The total number with this filter and search; undefined while the cards are still those of the former ones. */
    total: lane.isPlaceholderData ? undefined : data?.pages[0]?.total,
    error,
    refetch: () => void refetch(),
    loadMore,
  };
}

/** The number of candidates in each state of the job. */
export function useLaneCounts(jobId: string) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: countsKey(organization_id, jobId),
    queryFn: async ({ signal }): Promise<LaneCount[]> => {
      const { data } = await api.GET(LANES, {
        params: { path: { organization_id, job_id: jobId } },
        signal,
      });
      return (data?.lanes ?? []).flatMap(({ status, sub_statuses }) =>
        sub_statuses.map(({ sub_status, count }) => ({ status, sub_status, count })),
      );
    },
  });
}

/** How long the conversion stays fresh: it changes slowly and is more expensive than the counts. */
const CONVERSION_MS = 60_000;

/** How many of a job's candidates entered each stage and advanced. */
export function useConversion(jobId: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    CONVERSION,
    { params: { path: { organization_id, job_id: jobId } } },
    { staleTime: CONVERSION_MS, refetchInterval: CONVERSION_MS },
  );
}

/** Refetches the pipeline; resolves when it is loaded. */
export function useRefreshBoard(jobId: string): () => Promise<void> {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useCallback(async () => {
    await Promise.all([
      client.refetchQueries({ queryKey: boardKey(organization_id, jobId), type: "active" }, { throwOnError: true }),
      client.refetchQueries({ queryKey: countsKey(organization_id, jobId), type: "active" }, { throwOnError: true }),
      client.refetchQueries({ queryKey: ["get", CONVERSION], type: "active" }, { throwOnError: true }),
    ]);
  }, [client, organization_id, jobId]);
}

/** A moved card and its new version. */
export interface MovedCard {
  id: string;
  version: number;
  /** The interview it returned to had been cancelled. */
  hasLostInterview?: true;
}

/** Result of a move: moved cards, and refused ones with the reason. */
export interface MoveOutcome {
  moved: MovedCard[];
  refused: { card: BoardCard; code: string }[];
  failed: { card: BoardCard; error: unknown }[];
}

async function send(organization_id: string, move: BoardMove, cards: readonly BoardCard[]): Promise<ItemResult[]> {
  const params = { path: { organization_id } };
  const headers = { "Idempotency-Key": idempotencyKey() };
  const items = cards.map(({ id, version }) => ({ id, version }));
  const call = { params, headers, body: { items } };
  switch (move.kind) {
    case "drag":
      return (await api.POST(DRAG, call)).data?.results ?? [];
    case "mark_passed":
      return (await api.POST(MARK_PASSED, call)).data?.results ?? [];
    case "take_back":
      return (await api.POST(TAKE_BACK, { params, body: { items } })).data?.results ?? [];
    case "eliminate":
      return (await api.POST(ELIMINATE, { ...call, body: { items, send_email: false } })).data?.results ?? [];
    case "archive":
      return (await api.POST(ARCHIVE, { ...call, body: { items, reason: move.reason } })).data?.results ?? [];
    case "restore":
      return (await api.POST(RESTORE, call)).data?.results ?? [];
    case "recall":
      return (await api.POST(RECALL, call)).data?.results ?? [];
    case "set":
      return perItem(cards, (card) => setOne(organization_id, card, move.sub_status));
  }
}

/** A status change by hand is a single call that returns the row. */
async function setOne(organization_id: string, card: BoardCard, sub_status: SubStatus): Promise<MoveResult> {
  const { data } = await api.PATCH(APPLICATION, {
    params: { path: { organization_id, application_id: card.id } },
    body: { version: card.version, sub_status },
  });
  return { id: card.id, status: "ok", application: data ?? null };
}

/** Moves cards optimistically; those that were not moved go back, whatever else was moved meanwhile. */
export function useMoveCards(jobId: string): (move: BoardMove, cards: readonly BoardCard[]) => Promise<MoveOutcome> {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useCallback(
    (move, cards) => {
      const keys = { board: boardKey(organization_id, jobId), counts: countsKey(organization_id, jobId) };
      const mutationKey = moveKey(organization_id, jobId);
      const mutationFn = async (): Promise<MoveOutcome> => {
        await client.cancelQueries({ queryKey: keys.board });
        await client.cancelQueries({ queryKey: keys.counts });
        const former = spotsOf(client, keys.board, cards);
        apply(client, keys, move, cards);
        try {
          const results = await send(organization_id, move, cards);
          const answers = new Map(results.map((result) => [result.id, result]));
          const refused = cards.flatMap((card) => {
            const answer = answers.get(card.id);
            return answer?.status === "refused" ? [{ card, code: answer.code ?? "server.internal" }] : [];
          });
          const failed = cards.flatMap((card) => {
            const answer = answers.get(card.id);
            return answer && isFailed(answer) ? [{ card, error: answer.error }] : [];
          });
          const out = [...refused, ...failed].map(({ card }) => card);
          if (out.length > 0) putBack(client, keys, move, out, former);
          const moved = results.flatMap((result) =>
            result.status === "ok"
              ? [
                  {
                    id: result.id,
                    version: result.application?.version ?? 0,
                    ...(result.interview_cancelled ? { hasLostInterview: true as const } : {}),
                  },
                ]
              : [],
          );
          setVersions(client, keys.board, moved);
          return { moved, refused, failed };
        } catch (error) {
          putBack(client, keys, move, cards, former);
          throw error;
        } finally {
          // Replaces the optimistic state with the server's, once it has all moves.
          if (client.isMutating({ mutationKey }) === 1) {
            void client.invalidateQueries({ queryKey: keys.board });
            void client.invalidateQueries({ queryKey: keys.counts });
          }
          void client.invalidateQueries({ queryKey: ["get", TALENT_POOL] });
          // The candidate beside the board.
          void client.invalidateQueries({ queryKey: ["get", APPLICATION] });
        }
      };
      const cache = client.getMutationCache();
      return cache.build(client, { mutationKey, mutationFn, networkMode: "always" }).execute(undefined);
    },
    [client, organization_id, jobId],
  );
}

/** The application's current state and its last move. */
export async function fetchLatestMove(organization_id: string, application_id: string): Promise<ApplicationDetail> {
  const { data } = await api.GET(APPLICATION, { params: { path: { organization_id, application_id } } });
  if (!data) throw new Error("no application in the answer");
  return data;
}

/** Stars or unstars the card's person; optimistic, rolled back on failure. */
export function useStarCard(jobId: string): (card: BoardCard) => Promise<void> {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useCallback(
    async ({ person, starred }) => {
      const key = boardKey(organization_id, jobId);
      const show = (isStarred: boolean) =>
        client.setQueriesData<LaneData>({ queryKey: key }, (data) => data && withStar(data, person.id, isStarred));
      await client.cancelQueries({ queryKey: key });
      show(!starred);
      try {
        await api.PATCH(PERSON, {
          params: { path: { organization_id, person_id: person.id } },
          body: { is_in_talent_pool: !starred },
        });
      } catch (error) {
        show(starred);
        throw error;
      }
    },
    [client, organization_id, jobId],
  );
}

function withStar(data: LaneData, personId: string, starred: boolean): LaneData {
  const marked = (card: BoardCard) => (card.person.id === personId ? { ...card, starred } : card);
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(marked) })) };
}
