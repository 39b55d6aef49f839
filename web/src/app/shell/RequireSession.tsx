// The access guard: sign in first, then have an organization to work in.
import { Navigate, Outlet, useLocation } from "react-router";
import { query } from "@/api/client";
import { currentMembership, useSession, WorkplaceProvider } from "@/api/session";
import { Splash } from "../screens/Splash";

const CREATE = "/organization/create";

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const organizations = query.useQuery(
    "get",
    "/api/me/organizations",
    {},
    { enabled: !!session.data, staleTime: 60_000 },
  );

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
  if (organizations.error) throw organizations.error;
  if (!organizations.data) return <Splash />;

  const memberships = organizations.data.items;
  const membership = currentMembership(memberships);
  if (location.pathname === CREATE) return <Outlet />;
  if (!membership) return <Navigate to={CREATE} replace />;
  return (
    <WorkplaceProvider value={{ session: session.data, membership, memberships }}>
      <Outlet />
    </WorkplaceProvider>
  );
}
