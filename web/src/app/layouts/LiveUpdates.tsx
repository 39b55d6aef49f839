// Invalidates the queries that each live event of the organization concerns.
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isBeingMoved } from "@/entities/application/moving";
import { invalidateMemberships } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { browserEvents } from "@/lib/events/browserEvents";
import { subscribeToEvents } from "@/lib/events/liveEvents";
import { type Change, changeOf, concerns } from "./liveTopics";

/** Events within this window are processed together. */
const GATHER_MS = 150;

export function LiveUpdates() {
  const client = useQueryClient();
  const organizationId = useOrganizationId();
  // A stream that ended with the session is opened again once the user has signed in over the page.
  const [sessions, setSessions] = useState(0);
  useEffect(() => onAuthEvent(({ type }) => type === "resumed" && setSessions((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session has a stream of its own
  useEffect(() => {
    const changes: Change[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      const gathered = changes.splice(0);
      timer = undefined;
      // The user's role, permissions or jobs may have changed, or the organization's name and time zone.
      const isAboutOrganization = gathered.some(({ topic }) => topic === "resync" || topic === "settings.changed");
      if (isAboutOrganization) void invalidateMemberships(client);
      void client.invalidateQueries({
        predicate: ({ queryKey }: Query) =>
          gathered.some((change) => concerns(change, queryKey)) && !isBeingMoved(client, queryKey),
      });
    };
    const stop = subscribeToEvents(browserEvents(organizationId), (message) => {
      if (message.type === "connected") {
        // Requests under way are recent enough; they are not repeated.
        const isLoaded = ({ state }: Query) => state.data !== undefined && state.fetchStatus === "idle";
        void client.invalidateQueries({
          predicate: (query: Query) => isLoaded(query) && concerns({ topic: "resync", jobId: null }, query.queryKey),
        });
        return;
      }
      if (message.type === "closed") {
        void invalidateMemberships(client);
        return;
      }
      changes.push(changeOf(message));
      timer ??= setTimeout(refresh, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, organizationId, sessions]);
  return null;
}
