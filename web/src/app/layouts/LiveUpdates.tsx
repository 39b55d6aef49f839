// Keeps what is on screen true while others work: each event of the organization marks what it concerns as stale.
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { browserEvents } from "@/lib/events/browserEvents";
import { followEvents } from "@/lib/events/liveEvents";
import { concerns } from "./liveTopics";

/** Events that come together are looked after together. */
const GATHER_MS = 150;

export function LiveUpdates() {
  const client = useQueryClient();
  const organizationId = useOrganizationId();
  useEffect(() => {
    const topics = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      const gathered = [...topics];
      topics.clear();
      timer = undefined;
      void client.invalidateQueries({
        predicate: ({ queryKey }: Query) => gathered.some((topic) => concerns(topic, queryKey)),
      });
    };
    const stop = followEvents(browserEvents(organizationId), ({ type }) => {
      topics.add(type);
      timer ??= setTimeout(refresh, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, organizationId]);
  return null;
}
