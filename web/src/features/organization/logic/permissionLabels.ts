// Display names of pages, resources, actions and roles. Keys of a newer server are shown as they are.
import { useTranslation } from "react-i18next";
import type { Resource } from "@/entities/session/permission";
import type { Permission, Role } from "@/lib/api/types";
import type { PageKey } from "@/lib/routes/spec";

type Action = Permission extends `${string}:${infer A}` ? A : never;

/** The keys of a table that has to name every one of the type, in its order. */
function keysOf<T extends string>(table: Record<T, true>): readonly T[] {
  return Object.keys(table) as T[];
}

const PAGE_KEYS = keysOf<PageKey>({
  jobs: true,
  evaluate: true,
  "ai-review": true,
  pipeline: true,
  schedule: true,
  dashboard: true,
  "talent-pool": true,
  "offer-workbench": true,
  organization: true,
  settings: true,
  prompts: true,
  "historical-resume-processing": true,
  "work-experience-fix": true,
  "deep-analysis-v2": true,
  "batch-email": true,
  "dev-tools": true,
});

const RESOURCES = keysOf<Resource>({
  organization: true,
  members: true,
  settings: true,
  prompts: true,
  jobs: true,
  evaluate: true,
  "ai-review": true,
  pipeline: true,
  schedule: true,
  dashboard: true,
  "talent-pool": true,
  "offer-workbench": true,
});

/** In the order of the editor's columns. */
export const ACTIONS = keysOf<Action>({
  view: true,
  search: true,
  create: true,
  edit: true,
  delete: true,
  archive: true,
  export: true,
  execute: true,
  review: true,
  move: true,
  email: true,
  schedule: true,
  send: true,
  manage: true,
});

function findKnown<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((candidate) => candidate === word);
}

export function usePermissionLabels() {
  const { t } = useTranslation(["organization", "shell"]);
  const actionOf = (resource: string, key: string) => {
    // Managing offers is approving and returning them.
    if (resource === "offer-workbench" && key === "manage") return t("action.approve");
    const action = findKnown(ACTIONS, key);
    return action ? t(`action.${action}`) : key;
  };
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
    /** The name of an action on a resource, where it may differ from the action's own. */
    actionOf,
    /** Label of a permission such as `jobs:create`. */
    permission: (key: string) => {
      const [resource = "", action = ""] = key.split(":");
      const on = findKnown(RESOURCES, resource);
      return t("permission_of", {
        resource: on ? t(`resource.${on}`) : resource,
        action: actionOf(resource, action),
      });
    },
    role: (role: Role) => t(`shell:role.${role}`),
    roleNote: (role: Role) => t(`shell:role_note.${role}`),
  };
}
