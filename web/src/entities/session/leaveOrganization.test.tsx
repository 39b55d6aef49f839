import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createStore, get, set } from "idb-keyval";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { InvitationForMe, MyInvitation } from "@/lib/api/types";
import * as page from "@/lib/routes/loadPage";
import { idOf, job, membership, ORGANIZATION_ID, organization, session } from "@/testing/fixtures";
import { stubIndexedDb } from "@/testing/indexedDb";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const loaded: string[] = [];

const JOBS = "/api/organizations/{organization_id}/jobs";
const OTHER = idOf(9);
const current = membership();
const other = membership({
  id: idOf(8),
  organization_id: OTHER,
  organization: organization({ id: OTHER, name: "Nusantara" }),
});
const invitation: MyInvitation = {
  id: idOf(10),
  organization_id: OTHER,
  organization_name: "Nusantara",
  role: "recruiter",
  invited_by_name: null,
  expires_at: "2099-01-01T00:00:00Z",
  sent_at: "2026-03-02T08:00:00Z",
};
const byToken: InvitationForMe = {
  email: session().user.email,
  expires_at: "2099-01-01T00:00:00Z",
  has_account: true,
  organization_id: OTHER,
  organization_name: "Nusantara",
  role: "recruiter",
  status: "pending",
};

const handlers = [
  on("get", "/api/me/organizations", () => paged([current, other])),
  on("get", JOBS, () => paged([])),
  // Without the members, the server decides whether an owner may leave.
  on("get", "/api/organizations/{organization_id}/members", ({ query }) =>
    query.get("limit") === "1" ? paged([]) : problem(403, "permission.denied"),
  ),
  on("get", "/api/organizations/{organization_id}/usage", () => problem(403, "permission.denied")),
  on("get", "/api/organizations/{organization_id}/invitations", () => paged([])),
  on("get", `${JOBS}/{job_id}/rubric`, () => problem(404, "job.not_found")),
  on("get", "/api/organizations/{organization_id}/applications", () => ({ ...paged([]), total_is_estimate: false })),
  on("delete", "/api/organizations/{organization_id}/members/{member_id}", () => empty()),
  on("delete", "/api/organizations/{organization_id}", () => empty()),
  on("post", "/api/organizations", () => other.organization),
  on("get", "/api/me/invitations", () => paged([invitation])),
  on("post", "/api/me/invitations/{invitation_id}/accept", () => empty()),
  on("get", "/api/invitations/{token}", () => byToken),
  on("post", "/api/invitations/{token}/accept", () => ({ organization_id: OTHER, confirmation_sent: false })),
];

const lists = () => createStore("bole", "lists");
const user = userEvent.setup();
const press = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));

beforeEach(async () => {
  loaded.length = 0;
  vi.spyOn(page, "loadPage").mockImplementation((url) => void loaded.push(url));
  stubIndexedDb();
  localStorage.setItem("bole.organization", ORGANIZATION_ID);
  localStorage.setItem(
    "bole.private.job",
    JSON.stringify({ organization: ORGANIZATION_ID, id: job().id, at: Date.now() }),
  );
  sessionStorage.setItem("bole.job", `${ORGANIZATION_ID} ${job().id}`);
  await set("a list", [1], lists());
});

describe("the former organization's job and lists are cleared", () => {
  it.each<[way: string, page: string, leave: () => Promise<void>, next: string | null, loads: string | null]>([
    [
      "on entering another one from the organization's page",
      "/organization",
      () => press(/^Nusantara/),
      OTHER,
      "/organization",
    ],
    ["on selecting another one", "/organization/select", () => press(/^Nusantara/), OTHER, "/welcome"],
    [
      "on accepting an invitation from the account's list",
      "/organization/select",
      async () => {
        await press(text("shell:invitations.accept_named", { organization: "Nusantara" }));
        await press(text("shell:invitations.go"));
      },
      OTHER,
      "/welcome",
    ],
    [
      "on accepting an invitation by email",
      "/accept-invitation?token=abc",
      () => press(text("auth:invitation.join_as", { email: byToken.email })),
      OTHER,
      null,
    ],
    [
      "on creating another one",
      "/organization/create",
      async () => {
        await user.type(await screen.findByRole("textbox", { name: text("common:organization.name") }), "Nusantara");
        await press(text("common:organization.create"));
      },
      OTHER,
      null,
    ],
    [
      "on leaving it",
      "/organization",
      async () => {
        await press(text("organization:leave.open"));
        await press(text("organization:leave.confirm"));
      },
      null,
      "/welcome",
    ],
    [
      "on deleting it",
      "/organization/settings",
      async () => {
        await press(text("organization:delete.open"));
        const typed = text("organization:delete.type_name", { name: current.organization.name });
        await user.type(await screen.findByRole("textbox", { name: typed }), current.organization.name);
        await press(text("organization:delete.confirm"));
      },
      null,
      "/",
    ],
  ])("%s", async (_, page, leave, next, loads) => {
    await renderApp(page, { handlers });
    await leave();
    await waitFor(() => expect(localStorage.getItem("bole.private.job")).toBeNull());
    expect(sessionStorage.getItem("bole.job")).toBeNull();
    expect(localStorage.getItem("bole.organization")).toBe(next);
    await waitFor(async () => expect(await get("a list", lists())).toBeUndefined());
    await waitFor(() => expect(loaded).toEqual(loads === null ? [] : [loads]));
  });
});

it("opens another organization at home if the page shows something of the former one", async () => {
  await renderApp(`/jobs/${job().id}`, { handlers: [on("get", `${JOBS}/{job_id}`, () => job()), ...handlers] });
  await press(current.organization.name);
  await press("Nusantara");
  await waitFor(() => expect(loaded).toEqual(["/welcome"]));
});

it("links to the job of the organization, also when another tab has switched", async () => {
  localStorage.setItem("bole.organization", OTHER);
  await renderApp("/welcome", { handlers });
  const evaluate = await screen.findByRole("link", { name: text("shell:nav.evaluate") });
  expect(evaluate.getAttribute("href")).toBe("/evaluate");
});
