import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { applicationDetail, idOf, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

it("keeps what was typed readable when the permission to interview is lost", async () => {
  const content = {
    interviewer_name: "Li",
    started_at: "2026-03-04T09:00:00Z",
    sections: [{ title: "Basics", note: "", questions: [{ key: "0.0", text: "Why?" }] }],
    answers: { "0.0": { note: "Because", mark: null } },
    verdicts: {},
    adhoc_notes: "On time",
    overall_evaluation: "",
  };
  await renderApp(`/interview/${idOf(400)}`, {
    membership: membership({ permissions: ["pipeline:view", "schedule:view"] }),
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => applicationDetail()),
      on("get", `${O}/interview-guides/{application_id}`, () => ({ round_number: 1, sections: [] }) as never),
      on("get", `${O}/interview-drafts/{application_id}`, () => ({ content, version: 1 }) as never),
      on("get", `${O}/interview-sessions`, () => paged([])),
    ],
  });
  expect(await screen.findByText(text("common:kept.title"))).toBeDefined();
  const notes = await screen.findByLabelText<HTMLTextAreaElement>(text("interview:adhoc"));
  expect([notes.value, notes.disabled]).toEqual(["On time", true]);
  const finish = await screen.findByRole<HTMLButtonElement>("button", { name: text("interview:save.finish") });
  expect(finish.disabled).toBe(true);
});
