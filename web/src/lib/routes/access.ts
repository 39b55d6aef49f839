// Access rules of routes.
import { matchPath } from "react-router";
import type { Membership } from "../api/types";
import { ROUTE_ENTRIES, ROUTES, type RouteName } from "./manifest";
import type { RouteSpec } from "./spec";

type Grants = Pick<Membership, "pages" | "permissions">;

/** The route of a path; literal paths take precedence over patterns. */
export function routeAt(pathname: string): RouteSpec | undefined {
  const matching = ROUTE_ENTRIES.filter(([, route]) => matchPath(route.path, pathname)).map(([, route]) => route);
  return matching.find((route) => !route.path.includes(":")) ?? matching[0];
}

/** The API checks operators; the page handles its refusal. */
function meetsRequirement(membership: Grants, { access }: RouteSpec): boolean {
  if (typeof access === "string") return true;
  const hasPage = !("page" in access) || membership.pages.includes(access.page);
  return hasPage && (access.permission === undefined || membership.permissions.includes(access.permission));
}

/** Whether the membership includes the route. */
export function canOpenRoute(membership: Grants, name: RouteName): boolean {
  return meetsRequirement(membership, ROUTES[name]);
}

/** Whether the membership includes the page of a path; paths without a route are open. */
export function canOpenPath(membership: Grants, pathname: string): boolean {
  const route = routeAt(pathname);
  return !route || meetsRequirement(membership, route);
}

/** Whether the page needs no current organization: the start redirect, and pages about organizations. */
export function isOrganizationless(pathname: string): boolean {
  return pathname === "/" || routeAt(pathname)?.access === "signed-in";
}

/** Whether the page can be shown to users without an organization. */
export function isOpenToNewcomers(pathname: string): boolean {
  return routeAt(pathname)?.isOpenToNewcomers === true;
}

/** The route of a page key, if it exists. */
export function routeOfPage(page: string): RouteName | undefined {
  return ROUTE_ENTRIES.find(
    ([, { access, menu }]) => menu && typeof access === "object" && "page" in access && access.page === page,
  )?.[0];
}

/** Whether a page key has a route. */
export function hasRoute(page: string): boolean {
  return ROUTE_ENTRIES.some(([, { access }]) => typeof access === "object" && "page" in access && access.page === page);
}
