// Permissions typed from the role table, so that an unknown one does not compile.
import type { ROUTES, RouteName } from "@/lib/routes/manifest";
import type { ACTIONS_OF } from "../member/roles.gen";

type ActionsOf = typeof ACTIONS_OF;

export type Resource = keyof ActionsOf;

export type Permission = { [R in Resource]: `${R}:${ActionsOf[R][number]}` }[Resource];

type Known<P extends Permission> = P;

/** What routes ask for; the list of routes stands below the entities and cannot name the type itself. */
export type RoutePermission = Known<
  Extract<(typeof ROUTES)[RouteName]["access"], { permission: string }>["permission"]
>;
