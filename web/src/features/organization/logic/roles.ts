// The roles from the most to the least, and how far one's own reaches.
import type { Member, Role } from "@/lib/api/types";

export const ROLES: readonly Role[] = ["owner", "admin", "hr_manager", "recruiter", "interviewer", "viewer"];

/** Whether somebody of one role may give, change or take the other: nobody reaches above their own. */
export function canManageRole(own: Role, other: Role): boolean {
  return ROLES.indexOf(own) <= ROLES.indexOf(other);
}

/** The roles somebody may give. */
export function assignableRoles(own: Role): Role[] {
  return ROLES.filter((role) => canManageRole(own, role));
}

/** Whether the organization would be without an owner if the member left. */
export function isLastOwner(id: string, members: readonly Pick<Member, "id" | "role" | "is_active">[]): boolean {
  return !members.some((other) => other.id !== id && other.role === "owner" && other.is_active);
}
