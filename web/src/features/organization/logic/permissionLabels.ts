// Display names of pages, resources, actions and roles; unknown keys are shown as they are.
import { useTranslation } from "react-i18next";
import type { Role } from "@/lib/api/types";

const PAGE_KEYS = [
  "jobs",
  "evaluate",
  "ai-review",
  "pipeline",
  "schedule",
  "dashboard",
  "talent-pool",
  "offer-workbench",
  "organization",
  "settings",
  "prompts",
  "historical-resume-processing",
  "work-experience-fix",
  "deep-analysis-v2",
  "batch-email",
  "dev-tools",
] as const;

const RESOURCES = [
  "organization",
  "members",
  "settings",
  "prompts",
  "jobs",
  "evaluate",
  "ai-review",
  "pipeline",
  "schedule",
  "dashboard",
  "talent-pool",
  "offer-workbench",
] as const;

/** In the order of the editor's columns. */
export const ACTIONS = [
  "view",
  "search",
  "create",
  "edit",
  "delete",
  "archive",
  "export",
  "execute",
  "review",
  "move",
  "email",
  "schedule",
  "send",
  "manage",
] as const;

function findKnown<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((candidate) => candidate === word);
}

export function usePermissionLabels() {
  const { t } = useTranslation(["organization", "shell"]);
  return {
    page: (key: string) => {
      const page = findKnown(PAGE_KEYS, key);
      return page ? t(`page.${page}`) : key;
    },
    resource: (key: string) => {
      const resource = findKnown(RESOURCES, key);
      return resource ? t(`resource.${resource}`) : key;
    },
    action: (key: string) => {
      const action = findKnown(ACTIONS, key);
      return action ? t(`action.${action}`) : key;
    },
    /** Label of a permission such as `jobs:create`. */
    permission: (key: string) => {
      const [resource = "", action = ""] = key.split(":");
      const [on, what] = [findKnown(RESOURCES, resource), findKnown(ACTIONS, action)];
      return t("permission_of", {
        resource: on ? t(`resource.${on}`) : resource,
        action: what ? t(`action.${what}`) : action,
      });
    },
    role: (role: Role) => t(`shell:role.${role}`),
    roleNote: (role: Role) => t(`shell:role_note.${role}`),
  };
}
