// The last user of this browser and their memberships, so that pages can render before the server confirms the
// session. Cleared at sign-out, at expiry, and with the browser's cookies.
import type { Membership, Session } from "@/lib/api/types";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";

const KEY = "session";
const COOKIE = "bole_known";
/** As long as persisted lists. */
const MAX_AGE_SECONDS = 2 * 60 * 60;

export interface KnownSession {
  session: Session;
  memberships: readonly Membership[];
}

/** Null if the cookies were deleted or belong to another user. */
export function readKnownSession(): KnownSession | null {
  const stored = readPrivate(KEY) as KnownSession | null;
  const id = stored?.session?.user?.id;
  return stored && id && document.cookie.split("; ").includes(`${COOKIE}=${id}`) ? stored : null;
}

export function storeKnownSession(known: KnownSession): void {
  if (writePrivate(KEY, known)) setCookie(known.session.user.id, MAX_AGE_SECONDS);
}

export function clearKnownSession(): void {
  removePrivate(KEY);
  setCookie("", 0);
}

function setCookie(value: string, seconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the other way cannot be waited for while the page is left
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}
