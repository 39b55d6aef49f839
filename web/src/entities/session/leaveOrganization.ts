// Leaving the current organization: what belongs to it is cleared from this browser.
import { clearStoredJob } from "@/entities/job/selection";
import { clearPersistedLists } from "@/lib/persistentCache";
import { routeAt } from "@/lib/routes/access";
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

/** Switches the organization by loading the page again, or the home page if this one shows something of the old one. */
export async function switchOrganization(organizationId: string): Promise<void> {
  await leaveCurrentOrganization(organizationId);
  const { pathname } = window.location;
  // Search parameters belong to the previous organization.
  loadPage(routeAt(pathname)?.path === pathname ? pathname : href("welcome"));
}
