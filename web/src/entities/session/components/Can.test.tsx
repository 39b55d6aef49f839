import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import type { Membership, Session } from "@/lib/api/types";
import { loadTexts, text } from "@/testing/texts";
import { CurrentOrganizationProvider } from "../session";
import { Can } from "./Can";

beforeAll(loadTexts);

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
    expect(document.activeElement?.getAttribute("aria-label")).toBe(text("common:not_permitted"));
    expect((await screen.findByRole("tooltip")).textContent).toBe(text("common:not_permitted"));
  });
});
