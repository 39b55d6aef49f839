// Leaving the current organization: what belongs to it is cleared from this browser.
import { clearStoredJob } from "@/entities/job/selection";
import type { Membership } from "@/lib/api/types";
import { clearPersistedLists } from "@/lib/persistentCache";
import { canOpenPath, routeAt } from "@/lib/routes/access";
import { href } from "@/lib/routes/href";
import { loadPage } from "@/lib/routes/loadPage";
import { clearKnownSession } from "./knownSession";
import { clearCurrentOrganization, storeCurrentOrganization, storedOrganization } from "./session";

/** Makes another organization the current one; with null, the next page takes the first. */
export async function leaveCurrentOrganization(next: string | null): Promise<void> {
  const former = storedOrganization();
  if (next === null) clearCurrentOrganization();
  else storeCurrentOrganization(next);
  if (former === null || former === next) return;
  clearStoredJob();
  await clearPersistedLists();
}

/** Opens an organization at its home page. */
export async function enterOrganization(organizationId: string): Promise<void> {
  // The membership may be newer than the known ones.
  clearKnownSession();
  await leaveCurrentOrganization(organizationId);
  loadPage(href("welcome"));
}

/** Switches the organization by loading the page again. */
export async function switchOrganization(to: Membership): Promise<void> {
  await leaveCurrentOrganization(to.organization.id);
  // Search parameters belong to the previous organization.
  loadPage(pageIn(to, window.location.pathname));
}

/** The same page of another organization; the home page if this one shows something of the old one, or the role lacks it. */
export function pageIn(to: Membership, pathname: string): string {
  return routeAt(pathname)?.path === pathname && canOpenPath(to, pathname) ? pathname : href("welcome");
}
