// Received emails: the inbox, what is unread, and what members did with them.
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey, query } from "@/lib/api/client";
import type { InboundKind, InboundMessage, Task } from "@/lib/api/types";
import { RECEIVED } from "./queries";
import { useCanWriteEmails } from "./service";

const UNREAD = "/api/organizations/{organization_id}/inbound-messages/unread";
const MESSAGE = "/api/organizations/{organization_id}/inbound-messages/{message_id}";
const CHUNK = 50;

export interface InboxView {
  kind: InboundKind;
  /** Whether it shows messages that are done. */
  isDone: boolean;
}

/** Whether the member has the inbox. */
export function useHasInbox(): boolean {
  return [useCanWriteEmails(), useCanOpenRoute("inbox")].every(Boolean);
}

/** How many messages of each kind are unread, and which candidates have an unread reply. */
export function useUnreadMessages(enabled: boolean) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", UNREAD, { params: { path: { organization_id } } }, { enabled });
}

/** Newest first; further ones are loaded while scrolling. */
export function useInbox({ kind, isDone }: InboxView) {
  const organization_id = useOrganizationId();
  const list = useInfiniteQuery({
    queryKey: ["get", RECEIVED, organization_id, kind, isDone],
    queryFn: async ({ pageParam, signal }) => {
      const filter = { kind, is_done: isDone, limit: CHUNK, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data } = await api.GET(RECEIVED, { params: { path: { organization_id }, query: filter }, signal });
      return { items: data?.items ?? [], total: data?.total ?? 0, next: data?.next_cursor ?? null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const shown = useMemo(
    () => data && { items: data.pages.flatMap(({ items }) => items), total: data.pages[0]?.total ?? 0 },
    [data],
  );
  return {
    /** For QueryView. */
    query: { data: shown, error: list.error, refetch: () => void list.refetch() },
    items: shown?.items ?? [],
    /** Whether the shown messages belong to the view before. */
    isFormer: list.isPlaceholderData,
    loadMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** One message, for links to one that the list does not show. */
export function useReceivedMessage(id: string | null) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id, message_id: id ?? "" } };
  return query.useQuery("get", MESSAGE, { params }, { enabled: id !== null });
}

function invalidateReceived(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === "string" && path.startsWith(RECEIVED),
  });
}

/** Marks a message as read or unread, or as done or not, for all members. */
export function useMarkMessage() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...mark }: { id: string; is_read?: boolean; is_done?: boolean }) =>
      api.PATCH(MESSAGE, { params: { path: { organization_id, message_id: id } }, body: mark }),
    onSettled: () => invalidateReceived(client),
  });
}

/** Answers a message at a time; returns the task that sends the answer. */
export function useAnswerMessage() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body, sendAt }: { id: string; body: string; sendAt: Date }): Promise<Task> => {
      const { data } = await api.POST(`${MESSAGE}/answer`, {
        params: { path: { organization_id, message_id: id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: { body, send_at: sendAt.toISOString() },
      });
      return data as Task;
    },
    onSettled: () => invalidateReceived(client),
  });
}

/** Gives a message that waits for a person to a job. */
export function useGiveMessage() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, jobId }: { id: string; jobId: string }) =>
      api.POST(`${MESSAGE}/job`, {
        params: { path: { organization_id, message_id: id } },
        body: { job_id: jobId },
      }),
    onSettled: () => invalidateReceived(client),
  });
}

/** Gives a message that waits for a person to a candidate; returns it. */
export function useAttachMessage() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, applicationId }: { id: string; applicationId: string }): Promise<InboundMessage> => {
      const { data } = await api.POST(`${MESSAGE}/candidate`, {
        params: { path: { organization_id, message_id: id } },
        body: { application_id: applicationId },
      });
      return data as InboundMessage;
    },
    onSettled: () => invalidateReceived(client),
  });
}

/** The address of a message's attachments. */
export function useMessageFiles(): (id: string) => string {
  const organizationId = useOrganizationId();
  return (id) => MESSAGE.replace("{organization_id}", organizationId).replace("{message_id}", `${id}/files`);
}
