// Access guard: requires a session, then an organization, then a role that includes the page.
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { readKnownSession, storeKnownSession } from "@/entities/session/knownSession";
import { leaveCurrentOrganization } from "@/entities/session/leaveOrganization";
import { useMemberships } from "@/entities/session/memberships";
import { useMyInvitations } from "@/entities/session/myInvitations";
import {
  CurrentOrganizationProvider,
  currentMembership,
  hasSessionExpired,
  hasSignedOut,
  namedMembership,
  useSession,
} from "@/entities/session/session";
import { loadTexts } from "@/i18n/i18n";
import type { Membership, Session } from "@/lib/api/types";
import { canOpenPath, isOpenToNewcomers, isOrganizationless } from "@/lib/routes/access";
import { FORBIDDEN, HOME, href } from "@/lib/routes/href";
import { useHasUnsavedChanges } from "@/ui/forms/unsavedStore";
import { lazyPart } from "@/ui/late/lazyPart";
import { ForbiddenScreen } from "../screens/ForbiddenScreen";
import { Splash } from "../screens/Splash";
import styles from "./RequireSession.module.css";

const SignInAgain = lazyPart(async () => {
  const [module] = await Promise.all([import("@/features/auth/components/SignInAgain"), loadTexts("auth")]);
  return { default: module.SignInAgain };
}, "overlay");

export function RequireSession() {
  const confirmed = useSession();
  const location = useLocation();
  // Until the session is confirmed, the last known user of this browser and their permissions.
  const [known, setKnown] = useState(() => (confirmed.isPending ? readKnownSession() : null));
  const expected = confirmed.isPending ? known : null;
  // The page that is open when its session expires stays, with what was typed.
  const [opened, setOpened] = useState<{ session: Session; memberships: readonly Membership[] } | null>(null);
  const expired = confirmed.data === null && hasSessionExpired() && !hasSignedOut() ? opened : null;
  const session = (expected ?? expired)?.session ?? confirmed.data;
  const organizations = useMemberships(!!session && !expired);
  const formerly = known?.session.user.id === session?.user.id ? known?.memberships : undefined;
  const memberships = (expected ? undefined : organizations.data?.items) ?? expired?.memberships ?? formerly;
  useEffect(() => {
    if (!confirmed.data || !organizations.data || organizations.dataUpdatedAt === 0) return;
    const current = { session: confirmed.data, memberships: organizations.data.items };
    storeKnownSession(current);
    setOpened(current);
    setKnown(null);
  }, [confirmed.data, organizations.data, organizations.dataUpdatedAt]);

  if (confirmed.isPending && !session) return <Splash />;
  if (confirmed.error && confirmed.data === undefined) throw confirmed.error;
  if (!session) {
    // An email's link names its target page; its token signs in first.
    if (new URLSearchParams(location.search).has("token_hash")) {
      return <Navigate to={href("verify") + location.search} replace />;
    }
    if (location.pathname === FORBIDDEN && !hasSignedOut()) return <ForbiddenScreen isGuest />;
    const target = location.pathname + location.search + location.hash;
    const next = target === HOME || location.pathname === FORBIDDEN || hasSignedOut() ? null : target;
    return <Navigate to={href("login", { next })} replace />;
  }
  // A failed refetch keeps the data of the last successful one.
  if (!memberships) {
    if (organizations.error) throw organizations.error;
    return <Splash />;
  }
  return (
    <>
      {expired ? (
        <div className={styles.cover}>
          <Suspense>
            <SignInAgain user={expired.session.user} />
          </Suspense>
        </div>
      ) : (
        <InvitationsPrefetch />
      )}
      {isOrganizationless(location.pathname) ? (
        <Outlet />
      ) : (
        <OrganizationGate key={session.user.id} session={session} memberships={memberships}>
          <Outlet />
        </OrganizationGate>
      )}
    </>
  );
}

/** Prefetches invitations so that pages don't jump. A separate component, so that nothing else re-renders. */
function InvitationsPrefetch() {
  useMyInvitations();
  return null;
}

/**
 * Keeps the organization it started with, even if another tab switches. If the role loses the page or the membership
 * ends, it redirects, unless unsaved input would be lost.
 */
function OrganizationGate(props: { session: Session; memberships: readonly Membership[]; children: ReactNode }) {
  const { session, memberships } = props;
  const { pathname, search } = useLocation();
  const unsaved = useHasUnsavedChanges();
  const [begun, setBegun] = useState(() => namedMembership(memberships, search) ?? currentMembership(memberships));
  const organizationId = begun?.organization.id;
  // Before the page's own effects, which remember its job.
  useLayoutEffect(() => {
    if (organizationId) void leaveCurrentOrganization(organizationId);
  }, [organizationId]);
  const known = memberships.find((one) => one.organization.id === organizationId);
  const former = useMemo(() => begun && { ...begun, permissions: [], pages: [] }, [begun]);
  if (!begun || !former) {
    const first = currentMembership(memberships);
    if (first) setBegun(first);
    return isOpenToNewcomers(pathname) ? props.children : <Navigate to={href("organizationCreate")} replace />;
  }
  const { name } = begun.organization;
  if (!known && !unsaved) return <Navigate to={href("organizationSelect")} replace state={{ left: name }} />;
  const membership = known ?? former;
  if (!canOpenPath(membership, pathname) && !unsaved) {
    return <Navigate to={FORBIDDEN} replace state={{ organization: name, role: membership.role }} />;
  }
  return (
    <CurrentOrganizationProvider session={session} membership={membership} memberships={memberships}>
      {props.children}
    </CurrentOrganizationProvider>
  );
}
