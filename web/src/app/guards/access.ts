// Which page needs what: the page key or the permission behind each address. What is not named here is open to members.
import { matchPath } from "react-router";
import type { Membership } from "@/lib/api/types";

/** A page key of the role, or a permission. */
type Need = { page: string } | { permission: string };

/** The first that matches counts. */
const NEEDS: readonly (readonly [pattern: string, need: Need])[] = [
  ["/jobs/*", { page: "jobs" }],
  ["/evaluate", { page: "evaluate" }],
  ["/ai-review", { page: "ai-review" }],
  ["/pipeline", { page: "pipeline" }],
  ["/schedule", { page: "schedule" }],
  ["/dashboard", { page: "dashboard" }],
  ["/talent-pool", { page: "talent-pool" }],
  ["/candidate/:id", { page: "talent-pool" }],
  ["/offer-workbench", { page: "offer-workbench" }],
  ["/settings", { page: "settings" }],
  ["/prompts", { page: "settings" }],
  ["/historical-resume-processing", { page: "historical-resume-processing" }],
  ["/work-experience-fix", { page: "work-experience-fix" }],
  ["/deep-analysis-v2", { page: "deep-analysis-v2" }],
  ["/batch-email", { page: "batch-email" }],
  ["/dev-tools", { page: "dev-tools" }],
  ["/organization/settings", { permission: "organization:manage" }],
  ["/organization/permissions", { permission: "organization:manage" }],
  ["/organization/members", { permission: "members:view" }],
];

/** Whether the membership opens the page at the path. */
export function mayOpen(membership: Pick<Membership, "pages" | "permissions">, pathname: string): boolean {
  const need = NEEDS.find(([pattern]) => matchPath(pattern, pathname))?.[1];
  if (!need) return true;
  if ("page" in need) return (membership.pages as readonly string[]).includes(need.page);
  return membership.permissions.includes(need.permission);
}

/** The way to the start, and pages about organizations as such: for whoever is signed in, with or without one. */
const WITHOUT_ORGANIZATION = ["/", "/organization/create", "/organization/setup", "/organization/select"];

/** Whether the page needs no current organization. */
export function isOrganizationless(pathname: string): boolean {
  return WITHOUT_ORGANIZATION.some((pattern) => matchPath(pattern, pathname));
}

/** Whether the page also has something to say to whoever belongs to no organization. */
export function welcomesAnyone(pathname: string): boolean {
  return matchPath("/welcome", pathname) !== null;
}
