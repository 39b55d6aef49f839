import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { applicationDetail, idOf, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

it("says why the server refuses the notes, and asks before sign-out deletes them", async () => {
  const user = userEvent.setup();
  const detail = applicationDetail();
  const draft = `${O}/interview-drafts/{application_id}` as const;
  let signedOut = 0;
  await renderApp(`/interview/${detail.id}`, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => detail),
      on("get", `${O}/interview-guides/{application_id}`, () => ({ round_number: 1, sections: [] })),
      on("get", `${O}/interview-sessions`, () => paged([])),
      on("get", draft, () => problem(404, "interview_draft.not_found")),
      on("put", draft, () => problem(403, "permission.denied")),
      on("post", "/api/auth/sign-out", () => {
        signedOut += 1;
        return problem(503, "server.unavailable");
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("interview:start") }));
  await screen.findByText(text("interview:state.refused", { why: text("errors:permission.denied") }));
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: text("shell:palette.search") });
  await user.paste(text("shell:palette.sign_out"));
  await user.click(await screen.findByRole("option", { name: text("shell:palette.sign_out") }));
  const question = await screen.findByText(text("shell:account.sign_out_unsent"));
  expect(signedOut).toBe(0);
  const dialog = question.closest<HTMLElement>('[role="dialog"]') as HTMLElement;
  await user.click((await within(dialog).findAllByRole("button")).at(-1) as HTMLElement);
  await waitFor(() => expect(signedOut).toBe(1));
});

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

it.each([
  ["its schedule's panel", `?schedule=${idOf(700)}`, "/schedule", { id: idOf(700) }],
  ["the candidate's, without a schedule", "", "/pipeline", { job_id: idOf(100), id: idOf(400) }],
])("opens %s after saving, where the next step is chosen", async (_, search, pathname, query) => {
  const user = userEvent.setup();
  const detail = applicationDetail({ id: idOf(400), job_id: idOf(100) });
  const content = {
    interviewer_name: "Li",
    started_at: "2026-03-04T09:00:00Z",
    sections: [],
    answers: {},
    verdicts: {},
    adhoc_notes: "",
    overall_evaluation: "Hire",
  };
  const saved: unknown[] = [];
  await renderApp(`/interview/${detail.id}${search}`, {
    handlers: [
      on("get", `${O}/applications/{application_id}`, () => detail),
      on("get", `${O}/interview-guides/{application_id}`, () => ({ round_number: 1, sections: [] }) as never),
      on("get", `${O}/interview-drafts/{application_id}`, () => ({ content, version: 1 }) as never),
      on("get", `${O}/interview-sessions`, () => paged([])),
      on("post", `${O}/interview-sessions`, ({ body }) => {
        saved.push(body);
        return {} as never;
      }),
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("interview:save.finish") }));
  await user.click(await screen.findByRole("button", { name: text("interview:save.action") }));
  await waitFor(() => expect(window.location.pathname).toBe(pathname));
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual(query);
  expect(saved).toHaveLength(1);
});
