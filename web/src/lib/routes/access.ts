// Access rules of routes.
import { matchPath } from "react-router";
import type { Membership } from "../api/types";
import { ROUTE_ENTRIES, ROUTES, type RouteName, type RouteSpec } from "./manifest";

type Grants = Pick<Membership, "pages" | "permissions">;

/** The route of an address; fixed paths count before patterns. */
export function routeAt(pathname: string): RouteSpec | undefined {
  const matching = ROUTE_ENTRIES.filter(([, route]) => matchPath(route.path, pathname)).map(([, route]) => route);
  return matching.find((route) => !route.path.includes(":")) ?? matching[0];
}

/** Operators are checked by the API; the page handles the refusal. */
function meetsRequirement(membership: Grants, { access }: RouteSpec): boolean {
  if (typeof access === "string") return true;
  const hasPage = !("page" in access) || membership.pages.includes(access.page);
  return hasPage && (access.permission === undefined || membership.permissions.includes(access.permission));
}

/** Whether the membership includes the route. */
export function canOpenRoute(membership: Grants, name: RouteName): boolean {
  return meetsRequirement(membership, ROUTES[name]);
}

/** Whether the membership includes the page at the address; an address without a route has nothing to protect. */
export function canOpenPath(membership: Grants, pathname: string): boolean {
  const route = routeAt(pathname);
  return !route || meetsRequirement(membership, route);
}

/** Whether the address needs no current organization: the way to the start, and pages about organizations as such. */
export function isOrganizationless(pathname: string): boolean {
  return pathname === "/" || routeAt(pathname)?.access === "signed-in";
}

/** Whether the page can be shown to users without an organization. */
export function isOpenToNewcomers(pathname: string): boolean {
  return routeAt(pathname)?.isOpenToNewcomers === true;
}

/** The route that a page key of a role opens, if it is built. */
export function routeOfPage(page: string): RouteName | undefined {
  return ROUTE_ENTRIES.find(
    ([, { access, menu }]) => menu && typeof access === "object" && "page" in access && access.page === page,
  )?.[0];
}

/** Whether a page key of a role opens anything. */
export function hasRoute(page: string): boolean {
  return ROUTE_ENTRIES.some(([, { access }]) => typeof access === "object" && "page" in access && access.page === page);
}
