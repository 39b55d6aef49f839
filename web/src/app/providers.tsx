// App-wide providers: query client and appearance.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { clearStoredJob } from "@/entities/job/selection";
import { refreshOnForbidden, useMembershipsWatch } from "@/entities/session/memberships";
import { confirmedUserId, expectedUserId, useSessionWatch } from "@/entities/session/session";
import { clearTrays } from "@/entities/task/trayBatches";
import { ApiProblem } from "@/lib/api/problem";
import { isIdentityChange } from "@/lib/auth/authEvents";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { log } from "@/lib/log";
import { clearPersistedLists, listPersister, MEMORY_MAX_AGE_MS } from "@/lib/persistentCache";
import { OfflineLine } from "@/ui/late/OfflineLine";
import { useAppearance } from "@/ui/theme/appearance";
import { applyAppearance } from "@/ui/theme/palette";

/** Retries help only with connection and server errors. */
function canRetry(failures: number, error: unknown): boolean {
  const faltered = error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
  return faltered && failures < 2;
}

export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiProblem) log("request", `${error.status} ${error.code}`);
    return refreshOnForbidden(client, error);
  };
  const persister = listPersister({
    reader: () => expectedUserId(client),
    writer: () => confirmedUserId(client),
  });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: canRetry, staleTime: 10_000, gcTime: MEMORY_MAX_AGE_MS, refetchOnWindowFocus: true, persister },
    },
  });
  return client;
}

function SessionWatch(props: { children: ReactNode }) {
  useSessionWatch();
  useMembershipsWatch();
  useEffect(
    () =>
      onAuthEvent((event) => {
        log("session", event.type);
        if (!isIdentityChange(event)) return;
        clearStoredJob();
        void clearPersistedLists();
        clearTrays();
      }),
    [],
  );
  useEffect(() => {
    const failed = (event: ErrorEvent | PromiseRejectionEvent) =>
      log("error", event instanceof ErrorEvent ? event.message : String(event.reason));
    window.addEventListener("error", failed);
    window.addEventListener("unhandledrejection", failed);
    return () => {
      window.removeEventListener("error", failed);
      window.removeEventListener("unhandledrejection", failed);
    };
  }, []);
  return props.children;
}

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  const { appearance } = useAppearance();
  useLayoutEffect(() => applyAppearance(appearance), [appearance]);
  return (
    <QueryClientProvider client={client}>
      <OfflineLine />
      <SessionWatch>{children}</SessionWatch>
    </QueryClientProvider>
  );
}
