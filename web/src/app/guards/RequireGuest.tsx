// Guard of pages for guests: a signed-in user is sent on to the page they asked for.
import { Navigate, Outlet } from "react-router";
import { useSession } from "@/entities/session/session";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { Splash } from "../screens/Splash";
import { safeTarget } from "./target";

export function RequireGuest() {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.isPending) return <Splash />;
  return session.data ? <Navigate to={safeTarget(params.get("next"))} replace /> : <Outlet />;
}
