import { expect, it } from "vitest";
import { ACTIONS_OF, PAGES } from "@/entities/member/roles.gen";
import { ACTIONS } from "./permissionLabels";

const texts = import.meta.glob<Record<string, string>>("../../../i18n/locales/*/organization.json", {
  import: "default",
  eager: true,
});

it("has a name in every language for each page, resource and action, and a column for each action", () => {
  const actions = [...new Set(Object.values(ACTIONS_OF).flat())];
  expect([...ACTIONS].sort()).toEqual(actions.toSorted());
  const keys = [
    ...PAGES.map((page) => `page.${page}`),
    ...Object.keys(ACTIONS_OF).map((resource) => `resource.${resource}`),
    ...actions.map((action) => `action.${action}`),
  ];
  expect(Object.keys(texts)).toHaveLength(3);
  for (const named of Object.values(texts)) expect(keys.filter((key) => !(key in named))).toEqual([]);
});
