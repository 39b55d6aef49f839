import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { WorkplaceProvider } from "@/api/session";
import type { Membership, Session } from "@/api/types";
import common from "@/i18n/locales/en-US/common.json";
import { May } from "./May";

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
  const membership = { permissions, pages: [] } as unknown as Membership;
  render(
    <WorkplaceProvider value={{ session: {} as Session, membership, memberships: [] }}>{children}</WorkplaceProvider>,
  );
}

describe("May", () => {
  const button = <button type="button">New job</button>;
  it("shows what is allowed as it is", () => {
    show(["jobs:create"], <May permission="jobs:create">{button}</May>);
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(false);
  });
  it("hides the rest", () => {
    show(["jobs:view"], <May permission="jobs:create">{button}</May>);
    expect(screen.queryByRole("button")).toBeNull();
  });
  it("or disables it", () => {
    show(
      [],
      <May permission="jobs:create" fallback="disable">
        {button}
      </May>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
  });
});
