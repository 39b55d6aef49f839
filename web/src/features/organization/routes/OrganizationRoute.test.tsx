import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { membership, organization } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

it("shows plan and storage usage", async () => {
  await renderApp("/organization", {
    handlers: [
      on("get", "/api/organizations/{organization_id}/usage", () => ({
        members: { used: 3, limit: 5 },
        jobs: { used: 4, limit: 10 },
        batches_today: { used: 1, limit: 200 },
        bytes_today: { used: 1_000, limit: 10_000_000 },
        stored_bytes: { used: 12_400_000_000, limit: 107_374_182_400 },
      })),
    ],
  });
  expect(await screen.findByText(text("organization:usage.storage"))).toBeTruthy();
  expect(screen.getByText("12 GB")).toBeTruthy();
  expect(screen.getByText("/ 100 GB")).toBeTruthy();
  expect(screen.getByText(text("organization:usage.members"))).toBeTruthy();
});

it("says that the operator grants a requested plan", async () => {
  const requesting = organization({ subscription_tier: "free", requested_plan: "enterprise" });
  await renderApp("/organization", { membership: membership({ organization: requesting }) });
  const note = text("organization:hub.plan_requested", { plan: text("common:plan.enterprise") });
  expect(await screen.findByText(note)).toBeTruthy();
});
