import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { application } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

async function openCandidate(intentSentAt: string | null) {
  const candidate = application({
    status: STAGE.onsite,
    sub_status: SUB_STATUS.offerIntentPending,
    intent_sent_at: intentSentAt,
  });
  await renderApp(`/offer-workbench?id=${candidate.id}`, {
    handlers: [
      on("get", `${O}/applications`, ({ query }) => ({
        ...paged(query.get("status") === STAGE.onsite ? [candidate] : []),
        total_is_estimate: false,
      })),
      on("get", `${O}/offers`, () => paged([])),
    ],
  });
  await screen.findByRole("button", { name: text("offers:action.prepare") });
}

it("offers to write the intent email while none was sent", async () => {
  await openCandidate(null);
  expect(await screen.findByRole("link", { name: text("offers:action.intent") })).toBeDefined();
});

it("says when the intent email went out instead of offering it again", async () => {
  await openCandidate("2026-06-01T08:00:00Z");
  const before = text("offers:note.intent_sent", { time: "" }).split(".")[0] ?? "";
  expect(await screen.findByText((content) => content.startsWith(before.trim()))).toBeDefined();
  expect(screen.queryByRole("link", { name: text("offers:action.intent") })).toBeNull();
});
