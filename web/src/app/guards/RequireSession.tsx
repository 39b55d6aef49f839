// The access guard: sign in first, then have an organization to work in, then a role that includes the page.
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useMemberships } from "@/entities/session/memberships";
import { useMyInvitations } from "@/entities/session/myInvitations";
import {
  CurrentOrganizationProvider,
  currentMembership,
  rememberOrganization,
  useSession,
} from "@/entities/session/session";
import type { Membership, Session } from "@/lib/api/types";
import { useHasUnsavedChanges } from "@/ui/forms/unsavedStore";
import { Splash } from "../screens/Splash";
import { isOrganizationless, mayOpen, welcomesAnyone } from "./access";

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const organizations = useMemberships(!!session.data);
  // Asked for along with them, so that pages that show what waits do not jump.
  useMyInvitations(!!session.data);

  if (session.isPending) return <Splash />;
  if (session.error) throw session.error;
  if (!session.data) {
    // A mail's link names the page it leads to; its token signs in first.
    if (new URLSearchParams(location.search).has("token_hash")) {
      return <Navigate to={`/verify${location.search}`} replace />;
    }
    const target = location.pathname + location.search;
    return <Navigate to={target === "/" ? "/login" : `/login?next=${encodeURIComponent(target)}`} replace />;
  }
  // What was known goes on holding while a later look fails.
  if (!organizations.data) {
    if (organizations.error) throw organizations.error;
    return <Splash />;
  }
  if (isOrganizationless(location.pathname)) return <Outlet />;

  return (
    <OrganizationGate key={session.data.user.id} session={session.data} memberships={organizations.data.items}>
      <Outlet />
    </OrganizationGate>
  );
}

/**
 * Keeps to the organization it began with, whatever another tab switches to. Gives way when the role does not include
 * the page, or when that organization is mine no more; but not as long as something typed there would be lost with it.
 */
function OrganizationGate(props: { session: Session; memberships: readonly Membership[]; children: ReactNode }) {
  const { session, memberships } = props;
  const { pathname } = useLocation();
  const unsaved = useHasUnsavedChanges();
  const [begun, setBegun] = useState(() => currentMembership(memberships));
  const organizationId = begun?.organization.id;
  useEffect(() => {
    if (organizationId) rememberOrganization(organizationId);
  }, [organizationId]);
  if (!begun) {
    const first = currentMembership(memberships);
    if (first) setBegun(first);
    return welcomesAnyone(pathname) ? props.children : <Navigate to="/organization/create" replace />;
  }
  const { name } = begun.organization;
  const known = memberships.find((mine) => mine.organization.id === organizationId);
  if (!known && !unsaved) return <Navigate to="/organization/select" replace state={{ left: name }} />;
  const membership = known ?? { ...begun, permissions: [], pages: [] };
  if (!mayOpen(membership, pathname) && !unsaved) {
    return <Navigate to="/403" replace state={{ organization: name, role: membership.role }} />;
  }
  return (
    <CurrentOrganizationProvider value={{ session, membership, memberships }}>
      {props.children}
    </CurrentOrganizationProvider>
  );
}
