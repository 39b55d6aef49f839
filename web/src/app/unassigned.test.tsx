import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

const NOTHING = [
  on("get", `${O}/jobs`, () => paged([])),
  on("get", `${O}/job-figures`, () => paged([])),
  on("get", `${O}/talent-pool`, () => paged([])),
  on("get", `${O}/invitations`, () => paged([])),
  on("get", `${O}/applications`, () => ({ ...paged([]), total_is_estimate: false })),
];

const PAGES = [
  ["/ai-review", "review:empty.no_jobs"],
  ["/pipeline", "pipeline:intro.lead"],
  ["/talent-pool", "talent-pool:empty.text"],
  ["/welcome", "welcome:lead"],
] as const;

it.each(PAGES)("%s tells a member without assigned jobs so", async (path, otherwise) => {
  await renderApp(path, { membership: membership({ role: "recruiter", assigned_jobs: 0 }), handlers: NOTHING });
  await screen.findByText(text("common:unassigned.text"));
  if (path !== "/welcome") expect(screen.queryByText(text(otherwise))).toBeNull();
});

it.each(PAGES)("%s tells members who see all jobs nothing of assigning", async (path, otherwise) => {
  await renderApp(path, { membership: membership({ assigned_jobs: null }), handlers: NOTHING });
  await screen.findByText(text(otherwise));
  await waitFor(() => expect(screen.queryByText(text("common:unassigned.text"))).toBeNull());
});
