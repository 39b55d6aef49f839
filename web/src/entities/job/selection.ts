// The selected job, stored in the URL and across pages of its organization.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { PAGE_STATE_MAX_AGE_MS } from "@/lib/storage/pageState";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";

const STORAGE_KEY = "bole.job";
const PARAMETER = "job_id";
/** For new tabs, for a day. */
const PRIVATE_KEY = "job";
const listeners = new Set<() => void>();

function storeJob(organizationId: string, jobId: string): void {
  writePrivate(PRIVATE_KEY, { organization: organizationId, id: jobId, at: Date.now() });
  if (tabJob(organizationId) === jobId) return;
  sessionStorage.setItem(STORAGE_KEY, `${organizationId} ${jobId}`);
  for (const listener of listeners) listener();
}

/** Clears it when the user or the organization changes. */
export function clearStoredJob(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  removePrivate(PRIVATE_KEY);
  for (const listener of listeners) listener();
}

function tabJob(organizationId: string): string | null {
  const [organization, jobId] = sessionStorage.getItem(STORAGE_KEY)?.split(" ") ?? [];
  return organization === organizationId && jobId ? jobId : null;
}

/** The job of this tab, else the last one of the day. */
function remembered(organizationId: string): string | null {
  const here = tabJob(organizationId);
  if (here !== null) return here;
  const kept = readPrivate(PRIVATE_KEY);
  if (typeof kept !== "object" || kept === null || !("id" in kept) || !("at" in kept)) return null;
  // Another tab may be in another organization.
  if (!("organization" in kept) || kept.organization !== organizationId) return null;
  const isFresh = typeof kept.at === "number" && Date.now() - kept.at < PAGE_STATE_MAX_AGE_MS;
  return isFresh && typeof kept.id === "string" ? kept.id : null;
}

/** The last selected job, for links to pages that need one. */
export function useStoredJob(): string | null {
  const organizationId = useOrganizationId();
  return useSyncExternalStore(subscribe, () => remembered(organizationId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The job in the URL, and a setter, which drops the other parameters because they belong to the previous job. */
export function useJobId(): [jobId: string | null, choose: (jobId: string, replace?: boolean) => void] {
  const organizationId = useOrganizationId();
  const [params, setParams] = useSearchParams();
  const jobId = params.get(PARAMETER);
  useEffect(() => {
    if (jobId) storeJob(organizationId, jobId);
  }, [organizationId, jobId]);
  const choose = useCallback(
    (next: string, replace = false) => setParams({ [PARAMETER]: next }, { replace }),
    [setParams],
  );
  return [jobId, choose];
}
