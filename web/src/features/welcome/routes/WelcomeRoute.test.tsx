import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Schedule } from "@/lib/api/types";
import { aiState, idOf, job, membership, schedule } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const failure = () => problem(500, "server.internal");

it("says that pending items failed to load instead of that nothing is left, and loads them again", async () => {
  const user = userEvent.setup();
  let away = true;
  const unlessAway = <T,>(answer: T) => (away ? failure() : answer);
  await renderApp("/welcome", {
    handlers: [
      on("get", `${O}/jobs`, () => unlessAway(paged([job()]))),
      on("get", `${O}/applications`, () => unlessAway({ items: [], total: 4, total_is_estimate: false })),
      on("get", `${O}/invitations`, () => unlessAway(paged([]))),
    ],
  });
  const list = await screen.findByRole("region", { name: text("welcome:pending.title") });
  const alert = await within(list).findByRole("alert");
  expect(alert.textContent).toContain(text("errors:server.internal"));
  expect(within(list).queryByText(text("welcome:pending.none"))).toBeNull();
  // Whether there is a job is not known.
  expect(screen.queryByRole("link", { name: text("welcome:job.action") })).toBeNull();
  away = false;
  await user.click(await within(alert).findByRole("button", { name: text("common:action.retry") }));
  await within(list).findByRole("link", { name: text("welcome:pending.review", { count: 4 }) });
  await waitFor(() => expect(within(list).queryByRole("alert")).toBeNull());
});

it("shows the pending items that are known beside a failure", async () => {
  await renderApp("/welcome", {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/applications`, () => ({ items: [], total: 4, total_is_estimate: false })),
      on("get", `${O}/invitations`, failure),
    ],
  });
  await screen.findByRole("link", { name: text("welcome:pending.review", { count: 4 }) });
  expect(await screen.findByRole("alert")).toBeDefined();
});

it("says what the built-in engine doesn't see and offers a model, until one is connected", async () => {
  const pending = [
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/applications`, () => ({ items: [], total: 0, total_is_estimate: false })),
    on("get", `${O}/invitations`, () => paged([])),
  ];
  const first = await renderApp("/welcome", { handlers: pending });
  await screen.findByText(text("evaluation:model_offer.text"), { exact: false });
  const link = await screen.findByRole("link", { name: text("evaluation:model_offer.connect") });
  expect(link.getAttribute("href")).toBe("/settings?tab=ai");
  first.unmount();
  const state = on("get", `${O}/ai/state`, () => aiState({ has_model: true }));
  await renderApp("/welcome", { handlers: [state, ...pending] });
  await screen.findByText(text("welcome:legend.title"));
  expect(screen.queryByText(text("evaluation:model_offer.text"), { exact: false })).toBeNull();
});

it("lists the offers that wait, each with the one that has waited longest", async () => {
  await renderApp("/welcome", {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/applications`, () => ({ items: [], total: 0, total_is_estimate: false })),
      on("get", `${O}/invitations`, () => paged([])),
      on("get", `${O}/offers/pending`, () =>
        paged([
          { duty: "approve", count: 2, application_id: idOf(7) },
          { duty: "revise", count: 1, application_id: idOf(8) },
          { duty: "decide_expired", count: 1, application_id: idOf(9) },
        ]),
      ),
    ],
  });
  for (const [name, at] of [
    [text("welcome:pending.offer_approve", { count: 2 }), 7],
    [text("welcome:pending.offer_revise", { count: 1 }), 8],
    [text("welcome:pending.offer_expired", { count: 1 }), 9],
  ] as const) {
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(`/offer-workbench?id=${idOf(at)}`);
  }
});

it("shows interviewers their next three interviews, each with its start", async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const planned = (id: number, hours: number, change: Partial<Schedule> = {}) =>
    schedule(at(hours), 30, {
      id: idOf(id),
      application_id: idOf(id + 100),
      candidate: { name: `Candidate ${id}`, is_archived: false },
      ...change,
    });
  const asked: URLSearchParams[] = [];
  await renderApp("/welcome", {
    membership: membership({
      role: "interviewer",
      pages: ["schedule"],
      permissions: ["schedule:view", "schedule:review"],
    }),
    handlers: [
      on("get", `${O}/interview-schedules`, ({ query }) => {
        asked.push(query);
        return paged([
          planned(701, 1),
          planned(702, 2, { status: "cancelled" }),
          planned(703, 3),
          planned(704, 4),
          planned(705, 5),
        ]);
      }),
    ],
  });
  const list = await screen.findByRole("region", { name: text("welcome:interviews.title") });
  const links = await within(list).findAllByRole("link", { name: /^Candidate/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    [701, 703, 704].map((id) => `/schedule?id=${idOf(id)}`),
  );
  const [first] = await within(list).findAllByRole("link", { name: text("welcome:interviews.start") });
  expect(first?.getAttribute("href")).toBe(`/interview/${idOf(801)}?schedule=${idOf(701)}`);
  expect(asked[0]?.get("mine")).toBe("true");
});

it("lists unread replies and emails on hold", async () => {
  const unread = { reply: 2, bounce: 1, held: 1, automatic: 4, application_ids: [] };
  await renderApp("/welcome", {
    handlers: [
      on("get", `${O}/inbound-messages/unread`, () => unread),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/applications`, () => ({ items: [], total: 0, total_is_estimate: false })),
      on("get", `${O}/invitations`, () => paged([])),
    ],
  });
  const replies = await screen.findByRole("link", { name: text("welcome:pending.replies", { count: 2 }) });
  expect(replies.getAttribute("href")).toBe("/inbox");
  const held = await screen.findByRole("link", { name: text("welcome:pending.held", { count: 1 }) });
  expect(held.getAttribute("href")).toBe("/inbox?kind=held");
});
