// What every screen stands on: server state and the appearance.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect } from "react";
import { ApiProblem } from "@/api/problem";
import { useSessionExpiry } from "@/api/session";
import { useAppearance } from "@/ui/appearance";
import { applyAppearance } from "@/ui/palette";

/** Asking again helps only where the connection or the server faltered. */
function mayRetry(failures: number, error: unknown): boolean {
  const faltered = error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
  return faltered && failures < 2;
}

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true } },
});

function SessionWatch(props: { children: ReactNode }) {
  useSessionExpiry();
  return props.children;
}

export function Providers(props: { children: ReactNode }) {
  const { appearance } = useAppearance();
  useLayoutEffect(() => applyAppearance(appearance), [appearance]);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch>{props.children}</SessionWatch>
    </QueryClientProvider>
  );
}
