// A role's permissions in the editor: a set of keys, `resource:action`, and `pages:key` for pages.
import type { RolePermission } from "@/lib/api/types";

export type Grants = ReadonlySet<string>;

export const PAGES = "pages";

export function toGrants(rows: readonly RolePermission[]): Grants {
  return new Set(rows.flatMap(({ resource, actions }) => actions.map((action) => `${resource}:${action}`)));
}

/** As API input, in the order of the grantable permissions. */
export function toRolePermissions(grants: Grants, grantable: readonly RolePermission[]): RolePermission[] {
  return grantable
    .map(({ resource, actions }) => ({
      resource,
      actions: actions.filter((action) => grants.has(`${resource}:${action}`)),
    }))
    .filter(({ actions }) => actions.length > 0);
}

export function isSame(a: Grants, b: Grants): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}

/** Pages that start with choosing a job. */
const JOB_PAGES: readonly string[] = ["evaluate", "ai-review", "pipeline"];

/** The permission a page needs to show anything. */
function requiredBy(page: string): string[] {
  return JOB_PAGES.includes(page) ? [`${page}:view`, "jobs:view"] : [`${page}:view`];
}

/**
 * Turns one key on or off, with its dependencies: a page turns on viewing its content, an action turns on viewing,
 * and turning off viewing turns off actions and pages.
 */
export function toggleGrant(grants: Grants, key: string, on: boolean, grantable: readonly RolePermission[]): Grants {
  const possible = toGrants(grantable);
  const next = new Set(grants);
  const [resource = "", action = ""] = key.split(":");
  if (on) {
    next.add(key);
    for (const needed of resource === PAGES ? requiredBy(action) : [`${resource}:view`]) {
      if (possible.has(needed)) next.add(needed);
    }
    return next;
  }
  next.delete(key);
  if (resource !== PAGES && action === "view") {
    for (const other of grants) if (other.startsWith(`${resource}:`)) next.delete(other);
    for (const other of grants) {
      if (other.startsWith(`${PAGES}:`) && requiredBy(other.slice(PAGES.length + 1)).includes(key)) next.delete(other);
    }
  }
  return next;
}

export const PRESETS = ["view_only", "executor", "manager", "select_all", "clear_all", "restore_defaults"] as const;
export type Preset = (typeof PRESETS)[number];

/** Permissions of recruiting; the others manage the organization. */
const RECRUITING = [
  "jobs",
  "evaluate",
  "ai-review",
  "pipeline",
  "schedule",
  "dashboard",
  "talent-pool",
  "offer-workbench",
];
const EXECUTOR_ACTIONS = ["view", "create", "edit", "execute", "review", "move", "email", "schedule", "search", "send"];
/** For operators; only "select all" includes them. */
const OPERATOR_PAGES = ["historical-resume-processing", "work-experience-fix", "deep-analysis-v2", "dev-tools"];

/** The preset's permissions among the grantable ones. */
export function presetGrants(
  which: Preset,
  role: { grantable: readonly RolePermission[]; defaults: readonly RolePermission[] },
): Grants {
  if (which === "restore_defaults") return toGrants(role.defaults);
  const isIncluded: Record<Exclude<Preset, "restore_defaults">, (resource: string, action: string) => boolean> = {
    view_only: (resource, action) =>
      resource === PAGES
        ? RECRUITING.includes(action)
        : action === "view" && [...RECRUITING, "organization"].includes(resource),
    executor: (resource, action) =>
      resource === PAGES
        ? RECRUITING.includes(action)
        : RECRUITING.includes(resource)
          ? EXECUTOR_ACTIONS.includes(action)
          : resource === "organization" && action === "view",
    manager: (resource, action) => resource !== PAGES || !OPERATOR_PAGES.includes(action),
    select_all: () => true,
    clear_all: () => false,
  };
  const keys = [...toGrants(role.grantable)];
  return new Set(
    keys.filter((key) => {
      const [resource = "", action = ""] = key.split(":");
      return isIncluded[which](resource, action);
    }),
  );
}
