// What is unread in the inbox, for the menu and the cards; read by what the shell loads late.
import { useSyncExternalStore } from "react";
import { createAppStore } from "@/lib/store";

export interface InboxUnread {
  count: number;
  /** The applications with an unread reply. */
  replied: ReadonlySet<string>;
}

export const NOTHING_UNREAD: InboxUnread = { count: 0, replied: new Set() };

export const inboxUnread = createAppStore(() => NOTHING_UNREAD);

export function useUnreadCount(): number {
  return useSyncExternalStore(inboxUnread.subscribe, () => inboxUnread.get().count);
}

export function useHasUnreadReply(applicationId: string): boolean {
  return useSyncExternalStore(inboxUnread.subscribe, () => inboxUnread.get().replied.has(applicationId));
}
