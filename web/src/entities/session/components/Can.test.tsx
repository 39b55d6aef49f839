import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { beforeAll, describe, expect, it } from "vitest";
import common from "@/i18n/locales/en-US/common.json";
import type { Membership, Session } from "@/lib/api/types";
import { CurrentOrganizationProvider } from "../session";
import { Can } from "./Can";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en-US",
    ns: ["common"],
    defaultNS: "common",
    keySeparator: false,
    resources: { "en-US": { common } },
  });
});

function show(permissions: string[], children: ReactNode) {
  const membership = { permissions, pages: [], organization: { id: "o1" } } as unknown as Membership;
  render(
    <CurrentOrganizationProvider session={{} as Session} membership={membership} memberships={[]}>
      {children}
    </CurrentOrganizationProvider>,
  );
}

describe("Can", () => {
  const button = <button type="button">New job</button>;
  it("renders allowed actions", () => {
    show(["jobs:create"], <Can permission="jobs:create">{button}</Can>);
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(false);
  });
  it("hides forbidden actions", () => {
    show(["jobs:view"], <Can permission="jobs:create">{button}</Can>);
    expect(screen.queryByRole("button")).toBeNull();
  });
  it("disables forbidden actions", () => {
    show(
      [],
      <Can permission="jobs:create" fallback="disable">
        {button}
      </Can>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
  });
  it("tells keyboard and screen reader users why an action is disabled", async () => {
    show(
      [],
      <Can permission="jobs:create" fallback="disable">
        {button}
      </Can>,
    );
    await userEvent.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe(common.not_permitted);
    expect((await screen.findByRole("tooltip")).textContent).toBe(common.not_permitted);
  });
});
