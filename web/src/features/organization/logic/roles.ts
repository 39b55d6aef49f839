// The roles from highest to lowest, and which ones a role may manage.
import { RESERVED_FROM } from "@/entities/member/roles.gen";
import type { Member, Permission, Role } from "@/lib/api/types";

export const ROLES: readonly Role[] = ["owner", "admin", "hr_manager", "recruiter", "interviewer", "viewer"];

/** Whether a role may assign, change or remove another: never one above itself. */
export function canManageRole(own: Role, other: Role): boolean {
  return ROLES.indexOf(own) <= ROLES.indexOf(other);
}

/** The roles a role may assign. */
export function assignableRoles(own: Role): Role[] {
  return ROLES.filter((role) => canManageRole(own, role));
}

/** Whether a role has access to every job instead of the assigned ones. */
export function seesAllJobs(role: Role): boolean {
  return role === "owner" || role === "admin";
}

/** Those of these permissions that a role can have. */
export function grantableTo(role: Role, permissions: readonly Permission[]): Permission[] {
  const reserved: readonly string[] = RESERVED_FROM[role];
  return permissions.filter((permission) => !reserved.includes(permission));
}

/** Whether the organization would have no owner without the member. */
export function isLastOwner(id: string, members: readonly Pick<Member, "id" | "role" | "is_active">[]): boolean {
  return !members.some((other) => other.id !== id && other.role === "owner" && other.is_active);
}
