// URLs of the app's pages, typed by the manifest.
import { ROUTES, type RouteName } from "./manifest";
import type { RouteSpec } from "./spec";

/** Redirects to the user's start page. */
export const HOME = "/";
/** Shown instead of a page that the role does not include. */
export const FORBIDDEN = "/403";

type PathParam<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type QueryParam<Name extends RouteName> = (typeof ROUTES)[Name] extends { query: readonly (infer Query)[] }
  ? Query & string
  : never;

type Values<Name extends RouteName> = Record<PathParam<(typeof ROUTES)[Name]["path"]>, string> &
  Partial<Record<QueryParam<Name>, string | null | undefined>>;

type Arguments<Name extends RouteName> = [PathParam<(typeof ROUTES)[Name]["path"]>] extends [never]
  ? [values?: Values<Name>]
  : [values: Values<Name>];

/** The URL of a page, without empty search parameters. */
export function href<Name extends RouteName>(name: Name, ...[values]: Arguments<Name>): string {
  const { path }: RouteSpec = ROUTES[name];
  const rest = new Map(Object.entries(values ?? {}) as [string, string | null | undefined][]);
  const pathname = path.replace(/:(\w+)/g, (_, param: string) => {
    const value = rest.get(param) ?? "";
    rest.delete(param);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of rest) if (value) search.set(key, value);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
