// What the inbox shows, as it stands in the address.
import type { InboxView } from "@/entities/email/inbox";
import type { InboundKind } from "@/lib/api/types";

export const KINDS = ["reply", "bounce", "held", "automatic"] as const satisfies readonly InboundKind[];

export interface OpenedView extends InboxView {
  /** The open message. */
  id: string | null;
}

export function viewOf(params: URLSearchParams): OpenedView {
  return {
    kind: KINDS.find((kind) => kind === params.get("kind")) ?? "reply",
    isDone: params.get("show") === "done",
    id: params.get("id"),
  };
}

export function paramsOf({ kind, isDone, id }: OpenedView): Record<string, string> {
  return { ...(kind === "reply" ? {} : { kind }), ...(isDone ? { show: "done" } : {}), ...(id ? { id } : {}) };
}

/** The message before or after one; the first one where none is chosen. */
export function beside<T extends { id: string }>(items: readonly T[], id: string | null, step: -1 | 1): T | undefined {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? items[0] : items[at + step];
}
