// Captured email of a server without SMTP. Only in local mode, on the same machine.
import { useQuery } from "@tanstack/react-query";
import { toProblem, unreachable } from "@/lib/api/problem";
import type { Mailbox } from "@/lib/api/types";

const POLL_INTERVAL_MS = 5_000;

// Without the API client, because a wrong token must not end the session.
async function load(token: string, signal: AbortSignal): Promise<Mailbox> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const url = new URL("/api/dev/mailbox", location.origin);
  const response = await fetch(url, { signal, credentials: "same-origin", ...(headers && { headers }) }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause;
      throw unreachable(cause);
    },
  );
  if (!response.ok) throw toProblem(response.status, response.headers, await response.text());
  return response.json();
}

/** The latest captured emails, newest first. */
export function useMailbox(token: string) {
  return useQuery({
    queryKey: ["mailbox", token],
    queryFn: ({ signal }) => load(token, signal),
    refetchInterval: ({ state }) => (state.data ? POLL_INTERVAL_MS : false),
  });
}
