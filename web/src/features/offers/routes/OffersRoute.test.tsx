import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { LANGUAGE_NAMES } from "@/i18n/languages";
import type { Application, Offer } from "@/lib/api/types";
import { hasUnsentPrivate } from "@/lib/storage/privateStorage";
import { application, idOf, membership, organization, profile, offer as someOffer } from "@/testing/fixtures";
import { changingRole, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

/** The workbench's candidates, listed by stage. */
const workbench = (candidates: readonly Application[]) =>
  on("get", `${O}/applications`, ({ query }) => ({
    ...paged(candidates.filter(({ status }) => status === query.get("status"))),
    total_is_estimate: false,
  }));

async function openCandidate(intentSentAt: string | null) {
  const candidate = application({
    status: STAGE.onsite,
    sub_status: SUB_STATUS.offerIntentPending,
    intent_sent_at: intentSentAt,
  });
  await renderApp(`/offer-workbench?id=${candidate.id}`, {
    handlers: [workbench([candidate]), on("get", `${O}/offers`, () => paged([]))],
  });
  await screen.findByRole("button", { name: text("offers:action.prepare") });
}

it("offers the intent email until one was sent", async () => {
  await openCandidate(null);
  expect(await screen.findByRole("link", { name: text("offers:action.intent") })).toBeDefined();
});

it("shows when the intent email was sent instead of offering it again", async () => {
  await openCandidate("2026-06-01T08:00:00Z");
  const before = text("offers:note.intent_sent", { time: "" }).split(".")[0] ?? "";
  expect(await screen.findByText((content) => content.startsWith(before.trim()))).toBeDefined();
  expect(screen.queryByRole("link", { name: text("offers:action.intent") })).toBeNull();
});

it("resends an offer with a new link and shows it", async () => {
  const candidate = application({ status: STAGE.offer, sub_status: SUB_STATUS.offerViewed });
  const offer = someOffer(candidate, { status: "viewed", version: 7 });
  const sent: unknown[] = [];
  await renderApp(`/offer-workbench?id=${candidate.id}`, {
    handlers: [
      workbench([candidate]),
      on("get", `${O}/offers`, () => paged([offer])),
      on("get", `${O}/offers/{offer_id}`, () => ({ ...offer, attachments: [], history: [] })),
      on("post", `${O}/offers/{offer_id}/send`, ({ body }) => {
        sent.push(body);
        return { ...offer, link: "https://bole.example/offer/another", emailed_to: "lin@example.com" };
      }),
    ],
  });
  await userEvent.click(await screen.findByRole("button", { name: text("offers:action.send_again") }));
  const dialog = await screen.findByRole("dialog", { name: text("offers:resend.title") });
  expect(sent).toEqual([]);
  await userEvent.click(await within(dialog).findByRole("button", { name: text("offers:action.send_again") }));
  expect(await screen.findByDisplayValue("https://bole.example/offer/another")).toBeDefined();
  expect(sent).toEqual([{ version: 7, comment: "" }]);
});

it("emails the candidate of a withdrawn offer unless that is unchecked", async () => {
  const candidate = application({ status: STAGE.offer, sub_status: SUB_STATUS.offerViewed });
  const offer = someOffer(candidate, { status: "viewed", version: 7 });
  const sent: unknown[] = [];
  await renderApp(`/offer-workbench?id=${candidate.id}`, {
    handlers: [
      workbench([candidate]),
      on("get", `${O}/offers`, () => paged([offer])),
      on("get", `${O}/offers/{offer_id}`, () => ({ ...offer, attachments: [], history: [] })),
      on("post", `${O}/offers/{offer_id}/withdraw`, ({ body }) => {
        sent.push(body);
        return offer;
      }),
    ],
  });
  const withdraw = async (isNotified: boolean) => {
    await userEvent.click(await screen.findByRole("button", { name: text("offers:action.withdraw") }));
    const dialog = await screen.findByRole("dialog", { name: text("offers:withdraw.title") });
    const notice = within(dialog).getByRole<HTMLInputElement>("checkbox", { name: text("offers:withdraw.notify") });
    expect(notice.checked).toBe(true);
    if (!isNotified) await userEvent.click(notice);
    await userEvent.click(await within(dialog).findByRole("button", { name: text("offers:action.withdraw") }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: text("offers:withdraw.title") })).toBeNull());
  };
  await withdraw(true);
  await withdraw(false);
  expect(sent).toEqual([
    { version: 7, comment: "", notify_candidate: true },
    { version: 7, comment: "", notify_candidate: false },
  ]);
});

it("confirms before marking a new hire as withdrawn, and groups by onboarding outcome", async () => {
  const pending = application({ status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingPending });
  const withdrawn = application({ id: "a2", status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingGivenUp });
  const steps: unknown[] = [];
  await renderApp(`/offer-workbench?id=${pending.id}`, {
    handlers: [
      workbench([pending, withdrawn]),
      on("get", `${O}/offers`, () => paged([])),
      on("get", `${O}/applications/{application_id}/onboarding-items`, () => paged([])),
      on("post", `${O}/applications/onboarding`, ({ body }) => {
        steps.push(body);
        return { results: [{ id: pending.id, status: "ok" }] };
      }),
    ],
  });
  await userEvent.click(await screen.findByRole("button", { name: text("offers:action.give_up") }));
  const dialog = await screen.findByRole("dialog");
  expect(steps).toEqual([]);
  await userEvent.click(await within(dialog).findByRole("button", { name: text("offers:action.give_up") }));
  await waitFor(() => expect(steps).toHaveLength(1));
  await userEvent.click(await screen.findByText(/^Finished/u));
  const closed = await screen.findByRole("region", { name: text("offers:group.done") });
  expect(await within(closed).findByText(text("review:sub.onboarding_given_up"))).toBeDefined();
});

// An unhandled rejection fails the run.
it("handles each of several failures while loading", async () => {
  const failed = () => problem(500, "server.internal");
  const handlers = [on("get", `${O}/applications`, failed), on("get", `${O}/offers`, failed)];
  await renderApp("/offer-workbench", { handlers });
  expect(await screen.findByText(text("errors:server.internal"))).toBeDefined();
});

/** Two candidates whose offers are being prepared; the first is opened. */
function drafts() {
  const place = { status: STAGE.onsite, sub_status: SUB_STATUS.offerIntentPending } as const;
  const [first, second] = [application(place), application({ ...place, id: idOf(401) })];
  second.person = { ...second.person, name: "Lin Yue" };
  const candidates = [first, second];
  const offers = [someOffer(first), someOffer(second, { id: idOf(901) })];
  return {
    offers,
    address: `/offer-workbench?id=${first.id}`,
    handlers: [
      workbench(candidates),
      on("get", `${O}/offers`, () => paged(offers)),
      on("get", `${O}/offers/{offer_id}`, ({ params }) => ({
        ...(offers.find(({ id }) => id === params["offer_id"]) as Offer),
        attachments: [],
        history: [],
      })),
    ],
  };
}
const terms = () => screen.findByLabelText<HTMLTextAreaElement>(text("offers:field.terms"));

it("keeps a typed offer read only when the permission is lost, to be copied", async () => {
  const user = userEvent.setup();
  const role = changingRole();
  const { address, handlers } = drafts();
  await renderApp(address, { handlers: [...handlers, role.handler] });
  await user.type(await terms(), "Six months of probation");
  role.lose("offer-workbench:edit");
  expect(await screen.findByText(text("common:kept.title"))).toBeTruthy();
  expect((await terms()).value).toBe("Six months of probation");
  expect((await terms()).matches(":read-only")).toBe(true);
  await user.click(await screen.findByRole("button", { name: text("common:kept.copy") }));
  expect(await navigator.clipboard.readText()).toBe(`${text("offers:field.terms")}\nSix months of probation`);
});

/** Saves drafts as the server does. */
function saving(offers: Offer[]) {
  const saves: unknown[] = [];
  const handler = on("patch", `${O}/offers/{offer_id}`, ({ params, body }) => {
    const at = offers.findIndex(({ id }) => id === params["offer_id"]);
    const former = offers[at] as Offer;
    if ((body as Offer).version !== former.version) return problem(409, "request.stale", { current: former });
    saves.push(body);
    const saved = { ...former, ...(body as Partial<Offer>), version: former.version + 1 };
    offers[at] = saved;
    return saved;
  });
  return { saves, handler };
}

it("saves a draft as it is typed, and as the panel is closed", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  const { saves, handler } = saving(offers);
  await renderApp(address, { handlers: [handler, ...handlers] });
  await user.type(await terms(), "Six months");
  await screen.findByText(text("common:autosave.saving"));
  await screen.findByText(text("common:autosave.saved"));
  expect(saves).toEqual([{ version: 1, terms: "Six months" }]);
  await user.type(await terms(), " of probation");
  await user.click(await screen.findByRole("button", { name: /Lin Yue/u }));
  await screen.findByRole("complementary", { name: "Lin Yue" });
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]).toEqual({ version: 2, terms: "Six months of probation" });
  await waitFor(() => expect(hasUnsentPrivate()).toBe(false));
});

it("keeps what was typed without a connection, and saves it on the next visit", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  const offline = on("patch", `${O}/offers/{offer_id}`, () => problem(503, "server.unavailable"));
  const first = await renderApp(address, { handlers: [offline, ...handlers] });
  await user.type(await terms(), "Typed");
  const why = text("errors:server.unavailable");
  await screen.findByText(text("common:autosave.refused", { why }));
  expect(hasUnsentPrivate()).toBe(true);
  first.unmount();
  Object.assign(offers[0] as Offer, { version: 3, salary: "32k" });
  const { saves, handler } = saving(offers);
  await renderApp(address, { handlers: [handler, ...handlers] });
  expect((await terms()).value).toBe("Typed");
  expect((await screen.findByLabelText<HTMLInputElement>(text("offers:field.salary"))).value).toBe("32k");
  await waitFor(() => expect(saves).toEqual([{ version: 3, terms: "Typed" }]));
  await waitFor(() => expect(hasUnsentPrivate()).toBe(false));
});

it("submits what is still being saved", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  const { saves, handler } = saving(offers);
  const submitted: unknown[] = [];
  const submit = on("post", `${O}/offers/{offer_id}/submit`, ({ body }) => {
    submitted.push(body);
    return offers[0] as Offer;
  });
  await renderApp(address, { handlers: [submit, handler, ...handlers] });
  await user.type(await terms(), "Six months");
  await user.click(await screen.findByRole("button", { name: text("offers:action.submit") }));
  await waitFor(() => expect(submitted).toEqual([{ version: 2, comment: "" }]));
  expect(saves).toHaveLength(1);
});

it("fills the letter from a template, and restores a written one", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  Object.assign(offers[0] as Offer, { letter: "Dear Mr Chen, welcome.", employer_name: "Whale Bay" });
  await renderApp(address, { handlers });
  const letter = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("offers:field.letter") });
  await user.click(await screen.findByRole("button", { name: LANGUAGE_NAMES["en-US"] }));
  expect(await screen.findByText(text("offers:letter.replaced"))).toBeDefined();
  expect(letter.value).not.toContain("Dear Mr Chen, welcome.");
  expect(letter.value).toContain("Whale Bay");
  expect(letter.value).toContain("{{Salary}}");
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(letter.value).toBe("Dear Mr Chen, welcome."));
});

it("inserts a term at the cursor, and previews the letter as the candidate reads it", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  Object.assign(offers[0] as Offer, { letter: "You earn .", language: "en" });
  const asRead = on("patch", `${O}/offers/{offer_id}`, ({ body }) => {
    const { letter = "" } = body as Partial<Offer>;
    const saved = { letter, letter_text: letter.replace("{{Salary}}", "32k"), version: 2 };
    return Object.assign(offers[0] as Offer, saved);
  });
  await renderApp(address, { handlers: [asRead, ...handlers] });
  const letter = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("offers:field.letter") });
  letter.setSelectionRange(9, 9);
  const terms = await screen.findByRole("group", { name: text("offers:letter.insert") });
  await user.click(await within(terms).findByRole("button", { name: text("offers:field.salary") }));
  await waitFor(() => expect(letter.value).toBe("You earn {{Salary}}."));
  expect(letter.selectionStart).toBe("You earn {{Salary}}".length);
  await screen.findByText(text("common:autosave.saved"));
  await user.click(await screen.findByText(text("offers:letter.preview")));
  const preview = await screen.findByRole("article", { name: text("offers:letter.preview") });
  expect(preview.textContent).toBe("You earn 32k.");
});

it("marks the fields that are missing for approval", async () => {
  const user = userEvent.setup();
  const { address, handlers } = drafts();
  const errors = [
    { field: "salary", code: "field.required" },
    { field: "expires_at", code: "field.date_past" },
    { field: "salary_parts", code: "field.amount_required" },
  ];
  await renderApp(address, {
    handlers: [
      on("post", `${O}/offers/{offer_id}/submit`, () => problem(422, "request.invalid", { errors })),
      ...handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("offers:action.submit") }));
  expect(await screen.findByText(text("errors:field.required"))).toBeDefined();
  expect(await screen.findByText(text("errors:field.date_past"))).toBeDefined();
  expect(await screen.findByText(text("errors:field.amount_required"))).toBeDefined();
});

it("keeps what was typed when a colleague submits the offer meanwhile", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  await renderApp(address, {
    handlers: [on("patch", `${O}/offers/{offer_id}`, () => problem(409, "offer.not_allowed")), ...handlers],
  });
  await user.type(await terms(), "Six months of probation");
  Object.assign(offers[0] as Offer, { status: "submitted", version: 2 });
  expect(await screen.findByText(text("offers:closed.title"))).toBeDefined();
  expect((await terms()).value).toBe("Six months of probation");
  expect((await terms()).matches(":read-only")).toBe(true);
  expect(await screen.findByRole("button", { name: text("offers:action.approve") })).toBeDefined();
});

it("shows an approver what changed since the offer was returned", async () => {
  const { address, handlers, offers } = drafts();
  Object.assign(offers[0] as Offer, { status: "submitted" });
  const detail = on("get", `${O}/offers/{offer_id}`, () => ({
    ...(offers[0] as Offer),
    attachments: [],
    history: [],
    changes: {
      action: "return" as const,
      version: 3,
      actor_name: "Lin Yue",
      at: "2026-06-01T08:00:00Z",
      fields: [
        { field: "salary" as const, before: "30k", after: "32k" },
        {
          field: "terms" as const,
          before: "Six months of probation\nMeals",
          after: "Three months of probation\nMeals",
        },
      ],
    },
  }));
  await renderApp(address, { handlers: [detail, ...handlers] });
  const changes = await screen.findByRole("region", { name: text("offers:changes.title") });
  expect(changes.textContent).toContain("Lin Yue");
  expect([...changes.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual([
    "30k",
    "Six months of probation",
  ]);
  expect([...changes.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual([
    "32k",
    "Three months of probation",
  ]);
});

it("asks before a typed comment is discarded", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  Object.assign(offers[0] as Offer, { status: "submitted" });
  await renderApp(address, { handlers });
  await user.click(await screen.findByRole("button", { name: text("offers:action.return") }));
  const comment = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("offers:comment") });
  await user.type(comment, "Less salary");
  await user.keyboard("{Escape}");
  await keepEditing();
  expect(comment.value).toBe("Less salary");
});

it("shows the deadline's day in the organization's time zone, as the form does", async () => {
  const { address, handlers, offers } = drafts();
  // The end of 31 December in Jakarta.
  Object.assign(offers[0] as Offer, { status: "sent", expires_at: "2026-12-31T16:59:00Z" });
  const mine = on("get", "/api/me/profile", () => profile({ timezone: "Asia/Shanghai", date_format: "iso" }));
  await renderApp(address, {
    membership: membership({ organization: organization({ settings: { timezone: "Asia/Jakarta" } }) }),
    handlers: [mine, ...handlers],
  });
  await screen.findByText(text("offers:until", { date: "2026-12-31" }));
  const term = await screen.findByText(text("offers:field.deadline"), { selector: "dt" });
  expect(term.nextElementSibling?.textContent).toBe("2026-12-31");
});

it("asks before an offer is sent", async () => {
  const user = userEvent.setup();
  const { address, handlers, offers } = drafts();
  Object.assign(offers[0] as Offer, { status: "approved" });
  const sent: unknown[] = [];
  await renderApp(address, {
    handlers: [
      on("post", `${O}/offers/{offer_id}/send`, ({ body }) => {
        sent.push(body);
        return { ...(offers[0] as Offer), link: "https://bole.example/offer/one", emailed_to: null };
      }),
      ...handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("offers:action.send") }));
  const dialog = await screen.findByRole("dialog");
  expect(sent).toEqual([]);
  await user.click(await within(dialog).findByRole("button", { name: text("offers:action.send") }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("asks before somebody is marked as onboarded, and counts the open items", async () => {
  const user = userEvent.setup();
  const pending = application({ status: STAGE.onboarding, sub_status: SUB_STATUS.onboardingPending });
  const item = (id: number, done_at: string | null) => ({
    id: idOf(id),
    application_id: pending.id,
    title: "Contract",
    done_at,
    version: 1,
  });
  const steps: unknown[] = [];
  await renderApp(`/offer-workbench?id=${pending.id}`, {
    handlers: [
      workbench([pending]),
      on("get", `${O}/offers`, () => paged([])),
      on("get", `${O}/applications/{application_id}/onboarding-items`, () =>
        paged([item(501, "2026-06-01T08:00:00Z"), item(502, null), item(503, null)]),
      ),
      on("post", `${O}/applications/onboarding`, ({ body }) => {
        steps.push(body);
        return { results: [{ id: pending.id, status: "ok" }] };
      }),
    ],
  });
  await screen.findByText(text("offers:checklist.done", { done: 1, total: 3 }));
  await user.click(await screen.findByRole("button", { name: text("offers:action.onboard") }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(text("offers:onboard.open", { count: 2 }))).toBeDefined();
  expect(steps).toEqual([]);
  await user.click(await within(dialog).findByRole("button", { name: text("offers:action.onboard") }));
  await waitFor(() => expect(steps).toHaveLength(1));
});

it("keeps the checklist readable after onboarding", async () => {
  const onboarded = application({ status: STAGE.onboarding, sub_status: SUB_STATUS.onboarded });
  const offer = someOffer(onboarded, { status: "accepted" });
  const item = { id: idOf(501), application_id: onboarded.id, title: "Contract", done_at: null, version: 1 };
  await renderApp(`/offer-workbench?id=${onboarded.id}`, {
    handlers: [
      workbench([onboarded]),
      on("get", `${O}/offers`, () => paged([offer])),
      on("get", `${O}/offers/{offer_id}`, () => ({ ...offer, attachments: [], history: [] })),
      on("get", `${O}/applications/{application_id}/onboarding-items`, () => paged([item])),
    ],
  });
  const list = await screen.findByRole("region", { name: text("offers:checklist.title") });
  const box = await within(list).findByRole<HTMLInputElement>("checkbox", { name: "Contract" });
  expect(box.disabled).toBe(true);
  expect(within(list).queryByLabelText(text("offers:checklist.new"))).toBeNull();
});

it("names what the letter says other than the terms", async () => {
  const user = userEvent.setup();
  const { address, handlers } = drafts();
  const differences = [
    { field: "amount", letter: "36,000" },
    { field: "deadline", letter: "November 20, 2026" },
  ];
  await renderApp(address, {
    handlers: [
      on("post", `${O}/offers/{offer_id}/submit`, () =>
        problem(409, "offer.letter_differs", { current: { differences } }),
      ),
      ...handlers,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("offers:action.submit") }));
  const passages = "36,000 · November 20, 2026";
  expect((await screen.findAllByText(text("offers:letter.differs", { passages }))).length).toBeGreaterThan(0);
});
