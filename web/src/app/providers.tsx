// What every screen stands on: server state and the appearance.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { startsAfresh } from "@/api/authEvents";
import { onAuthEvent } from "@/api/keeper";
import { noticeRefusal, useMembershipsWatch } from "@/api/memberships";
import { ApiProblem } from "@/api/problem";
import { useSessionWatch } from "@/api/session";
import { useAppearance } from "@/ui/appearance";
import { forgetJob } from "@/ui/job";
import { applyAppearance } from "@/ui/palette";
import { trayBatches } from "@/ui/trayBatches";
import { RefusedInvitations } from "./RefusedInvitations";

/** Asking again helps only where the connection or the server faltered. */
function mayRetry(failures: number, error: unknown): boolean {
  const faltered = error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
  return faltered && failures < 2;
}

const onError = (error: unknown) => noticeRefusal(queryClient, error);

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true } },
});

function SessionWatch(props: { children: ReactNode }) {
  useSessionWatch();
  useMembershipsWatch();
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (!startsAfresh(event)) return;
        forgetJob();
        trayBatches.clear();
      }),
    [],
  );
  return props.children;
}

export function Providers(props: { children: ReactNode }) {
  const { appearance } = useAppearance();
  useLayoutEffect(() => applyAppearance(appearance), [appearance]);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch>{props.children}</SessionWatch>
      <RefusedInvitations />
    </QueryClientProvider>
  );
}
