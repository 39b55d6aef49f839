// What the workbench of an organization with years of offers asks of the server.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Application, Offer } from "@/lib/api/types";
import { application, idOf, offer as someOffer } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

const person = (at: number, change: Partial<Application>): Application => {
  const one = application({ id: idOf(at), ...change });
  return { ...one, person: { ...one.person, id: idOf(100_000 + at), name: `Person ${at}` } };
};

/** Sixty people who started, and two who wait: one with an offer, and a later applicant without one. */
function years() {
  const started = Array.from({ length: 60 }, (_, at) =>
    person(at + 1, { status: STAGE.onboarding, sub_status: SUB_STATUS.onboarded }),
  ).toReversed();
  const intent = person(2_001, { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending });
  const asked = person(1_001, { status: STAGE.offer, sub_status: SUB_STATUS.offerSent });
  const everyone = [...started, intent, asked];
  // Old offers by the hundred, below the one that is waited for.
  const offers: Offer[] = [
    someOffer(asked, { id: idOf(3_000), status: "sent" }),
    ...Array.from({ length: 1_000 }, (_, at) =>
      someOffer(person(60 - (at % 60), {}), { id: idOf(1_900 - at), status: "accepted" }),
    ),
  ];
  const pages = { offers: 0, singles: 0 };
  const handlers = [
    on("get", `${O}/applications`, ({ query }) => {
      const found = everyone.filter(
        (one) =>
          one.status === query.get("status") &&
          (query.get("sub_status") ?? one.sub_status) === one.sub_status &&
          (one.person.name ?? "").includes(query.get("search") ?? ""),
      );
      const from = Number(query.get("offset") ?? 0);
      const items = found.slice(from, from + Number(query.get("limit")));
      return { items, total: found.length, total_is_estimate: false };
    }),
    on("get", `${O}/applications/{application_id}`, ({ params }) => {
      pages.singles += 1;
      const found = everyone.find(({ id }) => id === params["application_id"]) as Application;
      return {
        ...found,
        history: [],
        work_experiences: [],
        timeline: { gaps: [], overlaps: [], total_years: 0 },
      } as never;
    }),
    on("get", `${O}/offers`, ({ query }) => {
      const only = query.get("application_id");
      if (!only) pages.offers += 1;
      const found = only ? offers.filter((one) => one.application_id === only) : offers;
      const from = Number(query.get("offset") ?? 0);
      return { items: found.slice(from, from + Number(query.get("limit"))), total: found.length };
    }),
    on("get", `${O}/offers/{offer_id}`, ({ params }) => ({
      ...(offers.find(({ id }) => id === params["offer_id"]) as Offer),
      attachments: [],
      history: [],
    })),
    on("get", `${O}/applications/{application_id}/onboarding-items`, () => paged([])),
  ];
  return { handlers, pages };
}

const nameOf = (at: number) => screen.findByText(`Person ${at}`);

it("reads offers only as far back as somebody waits, and the finished page by page", async () => {
  const user = userEvent.setup();
  const { handlers, pages } = years();
  await renderApp("/offer-workbench", { handlers });
  await nameOf(1_001);
  const finished = await screen.findByRole("radio", { name: text("offers:show.finished", { total: 60 }) });
  expect(screen.queryByText("Person 60")).toBeNull();
  // One for those who wait, because their offers are newer than the rest, and one for the newest of those who started.
  expect(pages.offers).toBe(2);
  await user.click(finished);
  expect(window.location.search).toBe("?show=finished");
  await nameOf(60);
  expect(screen.queryByText("Person 1001")).toBeNull();
  expect(screen.queryByText("Person 1")).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("offers:more_closed") }));
  await nameOf(20);
  await user.click(await screen.findByRole("button", { name: text("offers:more_closed") }));
  await nameOf(1);
  await waitFor(() => expect(screen.queryByRole("button", { name: text("offers:more_closed") })).toBeNull());
});

it("shows the longest waiting of a large group first, and the rest on demand", async () => {
  const user = userEvent.setup();
  const waiting = Array.from({ length: 60 }, (_, at) =>
    person(at + 1, {
      status: STAGE.onsite,
      sub_status: SUB_STATUS.offerIntentPending,
      sub_status_since: new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString(),
    }),
  );
  await renderApp("/offer-workbench", {
    handlers: [
      on("get", `${O}/applications`, ({ query }) => {
        const found = waiting.filter(({ status }) => status === query.get("status"));
        const from = Number(query.get("offset") ?? 0);
        const items = found.slice(from, from + Number(query.get("limit")));
        return { items, total: found.length, total_is_estimate: false };
      }),
      on("get", `${O}/offers`, () => paged([])),
    ],
  });
  await screen.findByRole("radio", { name: text("offers:show.open", { total: 60 }) });
  await nameOf(25);
  expect(screen.queryByText("Person 26")).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("offers:more_in_group", { count: 25 }) }));
  await nameOf(50);
  await user.click(await screen.findByRole("button", { name: text("offers:more_in_group", { count: 10 }) }));
  await nameOf(60);
});

it("names the job once where the offer is for the same position", async () => {
  const asked = person(1_001, { status: STAGE.offer, sub_status: SUB_STATUS.offerSent });
  const other = person(1_002, { status: STAGE.offer, sub_status: SUB_STATUS.offerSent });
  await renderApp("/offer-workbench", {
    handlers: [
      on("get", `${O}/offers`, () =>
        paged([
          someOffer(asked, { position: asked.job_title, salary: "30k", status: "sent" }),
          someOffer(other, { id: idOf(901), position: "Team lead", salary: "40k", status: "sent" }),
        ]),
      ),
      ...years().handlers.slice(1),
      on("get", `${O}/applications`, ({ query }) => ({
        ...paged([asked, other].filter(({ status }) => status === query.get("status"))),
        total_is_estimate: false,
      })),
    ],
  });
  expect(await screen.findByText("30k")).toBeDefined();
  expect(await screen.findByText("Team lead · 40k")).toBeDefined();
});

it("finds somebody who started long ago by search, and opens them by address", async () => {
  const user = userEvent.setup();
  const { handlers, pages } = years();
  await renderApp(`/offer-workbench?id=${idOf(3)}`, { handlers });
  await screen.findByRole("complementary", { name: "Person 3" });
  expect(pages.singles).toBeGreaterThan(0);
  await user.type(await screen.findByRole("textbox", { name: text("offers:search") }), "Person 7");
  await screen.findByRole("radio", { name: text("offers:show.open", { total: 0 }) });
  await user.click(await screen.findByRole("radio", { name: text("offers:show.finished", { total: 1 }) }));
  await screen.findByRole("button", { name: /Person 7/ });
});
