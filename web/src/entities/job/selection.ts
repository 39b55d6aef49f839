// The selected job, stored in the URL and across pages.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { PAGE_STATE_KEPT_MS } from "@/lib/storage/pageState";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";

const STORAGE_KEY = "bole.job";
const PARAMETER = "job_id";
/** For new tabs, for a day. */
const KEPT_KEY = "job";
const listeners = new Set<() => void>();

function storeJob(jobId: string): void {
  writePrivate(KEPT_KEY, { id: jobId, at: Date.now() });
  if (sessionStorage.getItem(STORAGE_KEY) === jobId) return;
  sessionStorage.setItem(STORAGE_KEY, jobId);
  for (const listener of listeners) listener();
}

/** Clears it when the user changes. */
export function clearStoredJob(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  removePrivate(KEPT_KEY);
  for (const listener of listeners) listener();
}

/** The job of this tab, else the last one of the day. */
function remembered(): string | null {
  const here = sessionStorage.getItem(STORAGE_KEY);
  if (here !== null) return here;
  const kept = readPrivate(KEPT_KEY);
  if (typeof kept !== "object" || kept === null || !("id" in kept) || !("at" in kept)) return null;
  const isFresh = typeof kept.at === "number" && Date.now() - kept.at < PAGE_STATE_KEPT_MS;
  return isFresh && typeof kept.id === "string" ? kept.id : null;
}

/** The last selected job, for links to pages that need one. */
export function useStoredJob(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, remembered);
}

/** The job in the URL, and a setter, which drops the other parameters because they belong to the previous job. */
export function useJobId(): [jobId: string | null, choose: (jobId: string, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const jobId = params.get(PARAMETER);
  useEffect(() => {
    if (jobId) storeJob(jobId);
  }, [jobId]);
  const choose = useCallback(
    (next: string, replace = false) => setParams({ [PARAMETER]: next }, { replace }),
    [setParams],
  );
  return [jobId, choose];
}
