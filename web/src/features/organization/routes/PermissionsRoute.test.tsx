import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { RoleInOrganization } from "@/lib/api/types";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const ROLES = "/api/organizations/{organization_id}/roles";

const recruiter: RoleInOrganization = {
  role: "recruiter",
  is_editable: true,
  is_customised: false,
  permissions: [{ resource: "jobs", actions: ["view"] }],
  defaults: [{ resource: "jobs", actions: ["view"] }],
  grantable: [{ resource: "jobs", actions: ["view", "create", "edit", "archive"] }],
};

const cell = (action: string) =>
  screen.findByRole<HTMLInputElement>("checkbox", {
    name: text("organization:permissions.cell", {
      resource: text("organization:resource.jobs"),
      action: text(`organization:action.${action}`),
    }),
  });

it("explains a page without the permission to view, and the reverse", async () => {
  const user = userEvent.setup();
  const grantable = [
    { resource: "pages", actions: ["jobs", "dashboard"] },
    { resource: "jobs", actions: ["view"] },
    { resource: "dashboard", actions: ["view"] },
  ];
  const permissions = [
    { resource: "pages", actions: ["jobs"] },
    { resource: "dashboard", actions: ["view"] },
  ];
  const role = { ...recruiter, permissions, defaults: grantable, grantable } as RoleInOrganization;
  await renderApp("/organization/permissions", { handlers: [on("get", ROLES, () => paged([role]))] });
  const view = text("organization:action.view");
  const empty = await screen.findByText(text("organization:permissions.without_view", { view }));
  const hidden = await screen.findByText(text("organization:permissions.without_page", { view }));
  await user.click(await cell("view"));
  await user.click(await screen.findByRole("checkbox", { name: text("organization:page.dashboard") }));
  await waitFor(() => expect([empty.isConnected, hidden.isConnected]).toEqual([false, false]));
});

it("saves permissions on top of a colleague's concurrent changes", async () => {
  const user = userEvent.setup();
  let kept = recruiter;
  const sent: unknown[] = [];
  await renderApp("/organization/permissions", {
    handlers: [
      on("get", ROLES, () => paged([kept])),
      on("put", `${ROLES}/{role}/permissions`, ({ body }) => {
        sent.push(body);
        return kept;
      }),
    ],
  });
  await user.click(await cell("edit"));
  kept = { ...recruiter, permissions: [{ resource: "jobs", actions: ["view", "archive"] }] };
  await user.click(await screen.findByRole("button", { name: text("organization:save") }));
  await waitFor(() =>
    expect(sent).toEqual([{ permissions: [{ resource: "jobs", actions: ["view", "edit", "archive"] }] }]),
  );
});

it("names what managing offers is", async () => {
  const resource = "offer-workbench";
  const manager: RoleInOrganization = { ...recruiter, grantable: [{ resource, actions: ["view", "manage"] }] };
  await renderApp("/organization/permissions", { handlers: [on("get", ROLES, () => paged([manager]))] });
  const name = text("organization:permissions.cell", {
    resource: text(`organization:resource.${resource}`),
    action: text("organization:action.approve"),
  });
  expect(await screen.findByRole("checkbox", { name })).toBeDefined();
});
