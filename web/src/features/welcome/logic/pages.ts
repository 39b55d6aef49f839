// Pages a role may have besides the three steps, in the order of the process.
import type { Membership } from "@/lib/api/types";

export const PAGES = [
  "evaluate",
  "pipeline",
  "schedule",
  "batch-email",
  "dashboard",
  "talent-pool",
  "offer-workbench",
] as const;
export type RolePage = (typeof PAGES)[number];

export function pagesFor(member: Pick<Membership, "pages">): RolePage[] {
  return PAGES.filter((page) => member.pages.includes(page));
}
