// Permissions typed from the role table, so that an unknown one does not compile.
import type { ROUTES, RouteName } from "@/lib/routes/manifest";
import type { ACTIONS_OF } from "../member/roles.gen";

type ActionsOf = typeof ACTIONS_OF;

export type Resource = keyof ActionsOf;

export type Permission = { [R in Resource]: `${R}:${ActionsOf[R][number]}` }[Resource];

type Known<P extends Permission> = P;

/** The permissions used by routes; lib/routes is a lower layer and cannot import this type. */
export type RoutePermission = Known<
  Extract<(typeof ROUTES)[RouteName]["access"], { permission: string }>["permission"]
>;
