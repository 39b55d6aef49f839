// The job is the context of the work: it lives in the address and follows from page to page.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";

const STORAGE_KEY = "bole.job";
const PARAMETER = "job_id";
const listeners = new Set<() => void>();

function remember(jobId: string): void {
  if (sessionStorage.getItem(STORAGE_KEY) === jobId) return;
  sessionStorage.setItem(STORAGE_KEY, jobId);
  for (const listener of listeners) listener();
}

/** Forgets it: somebody else may work in this tab from here on. */
export function forgetJob(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

/** The job last worked on in this tab, for links to pages that need one. */
export function useRememberedJob(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sessionStorage.getItem(STORAGE_KEY),
  );
}

/** The job in the address, and how to choose another. Other parameters of the address are dropped: they belong to the former job. */
export function useJobId(): [jobId: string | null, choose: (jobId: string, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const jobId = params.get(PARAMETER);
  useEffect(() => {
    if (jobId) remember(jobId);
  }, [jobId]);
  const choose = useCallback(
    (next: string, replace = false) => setParams({ [PARAMETER]: next }, { replace }),
    [setParams],
  );
  return [jobId, choose];
}
