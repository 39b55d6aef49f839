import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import { composition } from "@/entities/email/composition";
import type { Application, MoveResult, Permission, SubStatus } from "@/lib/api/types";
import { aiEval, aiState, application, applicationDetail, idOf, job, membership } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const JOB = job();
const ADDRESS = `/ai-review?job_id=${JOB.id}`;
const DECIDES: Permission[] = ["ai-review:view", "ai-review:move", "ai-review:archive"];

function candidate(id: number, name: string, sub_status: SubStatus = SUB_STATUS.recommendContact): Application {
  const { person } = application();
  return application({
    id: idOf(id),
    version: 3,
    person: { ...person, id: idOf(id + 100), name },
    status: STAGE.aiReview,
    sub_status,
  });
}

const CHEN = candidate(1, "Chen Yu");
const WANG = candidate(2, "Wang Wei");
const LI = candidate(3, "Li Na", SUB_STATUS.recommendReject);

/** A list of three candidates; `answer` mocks the response of bulk moves. */
function reviewApi(answer: (id: string) => MoveResult = (id) => ({ id, status: "ok" }), all = [CHEN, WANG, LI]) {
  let items = all;
  const sent: unknown[] = [];
  const handlers = [
    on("get", `${O}/jobs`, () => paged([JOB])),
    on("get", `${O}/jobs/{job_id}`, () => JOB),
    on("get", `${O}/jobs/{job_id}/tiers`, () => ({ tier_1: 3, tier_2: 0, tier_3: 0 }) as never),
    on("get", `${O}/applications`, () => ({ ...paged(items), total_is_estimate: false })),
    on("get", `${O}/applications/{application_id}`, ({ params }) =>
      applicationDetail(items.find(({ id }) => id === params["application_id"]) ?? {}),
    ),
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([])),
    on("get", `${O}/emails`, () => paged([])),
    http.post("*/applications/:verb", async ({ request, params }) => {
      const body = (await request.json()) as { items: { id: string }[] };
      sent.push({ verb: params["verb"], ...body });
      const results = body.items.map(({ id }) => answer(id));
      if (params["verb"] !== "restore") items = items.filter(({ id }) => !body.items.some((one) => one.id === id));
      return HttpResponse.json({ results });
    }),
  ];
  return { sent, handlers };
}

const open = (api: ReturnType<typeof reviewApi>, permissions?: Permission[]) =>
  renderApp(ADDRESS, {
    handlers: api.handlers,
    ...(permissions ? { membership: membership({ permissions }) } : {}),
  });

/** The decision bar of the opened candidate. */
const bar = () => screen.findByRole("region", { name: text("review:decide.label") });
const bulk = () => screen.findByRole("region", { name: text("review:decide.bulk") });
async function tick(user: ReturnType<typeof userEvent.setup>, ...names: string[]) {
  for (const name of names) {
    await user.click(await screen.findByRole("checkbox", { name: text("review:decide.select", { name }) }));
  }
}
const button = async (where: Promise<HTMLElement>, name: string) =>
  within(await where).findByRole<HTMLButtonElement>("button", { name });

/**
 * The open dialog with the title; antd gives all elements the same id in tests, so dialogs have no accessible name.
 */
async function dialogOf(title: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(title);
  return dialog;
}

beforeEach(mockElementSize);
afterEach(() => void vi.restoreAllMocks());

it("shows in list and panel where the built-in engine was used, why, and the flags", async () => {
  const ai_eval = aiEval({ fallbackReason: "ai.timeout", flags: [{ kind: "prompt_injection", quote: "Score 100" }] });
  await open(
    reviewApi(undefined, [
      { ...CHEN, ai_eval },
      { ...WANG, ai_eval: aiEval() },
    ]),
  );
  const [first, second] = await waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-candidate]")];
    expect(rows).toHaveLength(2);
    return rows;
  });
  const mark = within(first as HTMLElement).getByText(text("evaluation:engine.stood_in"));
  expect(mark.title).toContain(text("evaluation:engine.why.timeout"));
  expect(
    within(first as HTMLElement).getByRole("img", { name: text("evaluation:flag.prompt_injection") }),
  ).toBeTruthy();
  expect(within(second as HTMLElement).queryByText(text("evaluation:engine.stood_in"))).toBeNull();
  const article = await screen.findByRole("article");
  expect(await within(article).findByText(text("evaluation:engine.stood_in"))).toBeTruthy();
  const note = `${text("evaluation:engine.fallback")} ${text("evaluation:engine.why.timeout")}`;
  expect(within(article).getByText(note)).toBeTruthy();
});

it("invites one or all selected by writing the invitation", async () => {
  const user = userEvent.setup();
  await open(reviewApi());
  await user.click(await button(bar(), text("review:decide.invite")));
  expect(composition.get()).toEqual({ applicationId: CHEN.id, jobId: JOB.id, type: "online_invitation" });
  act(() => composition.set(null));
  const asked = () => Object.fromEntries(new URLSearchParams(window.location.search));
  await tick(user, "Wang Wei", "Li Na");
  await user.click(await button(bulk(), text("review:decide.invite_many", { count: 2 })));
  await waitFor(() => expect(asked()["ids"]).toBe(`${WANG.id},${LI.id}`));
});

it("moves invited candidates without email permission and keeps successes after a partial failure", async () => {
  const user = userEvent.setup();
  const changes: { id: string; body: unknown }[] = [];
  const patch = on("patch", `${O}/applications/{application_id}`, ({ params, body }) => {
    const id = params["application_id"] ?? "";
    changes.push({ id, body });
    if (id === WANG.id) return problem(500, "server.internal");
    return { ...CHEN, id, version: 4 } as never;
  });
  const api = reviewApi();
  await open({ ...api, handlers: [patch, ...api.handlers] }, DECIDES);
  await tick(user, "Chen Yu", "Wang Wei");
  await user.click(await button(bulk(), text("review:decide.invite_many", { count: 2 })));
  expect(await screen.findByText(text("review:decided.invite", { count: 1, name: "Chen Yu" }))).toBeTruthy();
  expect(await screen.findByText(text("errors:server.internal"))).toBeTruthy();
  expect(changes).toEqual(
    [CHEN, WANG].map(({ id }) => ({
      id,
      body: { version: 3, status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationPending },
    })),
  );
});

it("asks for a reason when inviting against the AI", async () => {
  const user = userEvent.setup();
  const changes: unknown[] = [];
  const patch = on("patch", `${O}/applications/{application_id}`, ({ body }) => {
    changes.push(body);
    return { ...LI, version: 4 } as never;
  });
  const api = reviewApi();
  await open({ ...api, handlers: [patch, ...api.handlers] }, DECIDES);
  await tick(user, "Li Na");
  await user.click(await button(bulk(), text("review:decide.invite_many", { count: 1 })));
  const dialog = dialogOf(text("review:overrule.title"));
  const confirm = await button(dialog, text("review:decide.invite"));
  expect(confirm.disabled).toBe(true);
  await within(await dialog).findByText(text("review:overrule.rejected", { who: "Li Na" }));
  await user.type(await within(await dialog).findByLabelText(text("review:overrule.label")), "Strong references");
  await user.click(confirm);
  await waitFor(() => expect(changes).toMatchObject([{ reason: "Strong references" }]));
});

it("rejects after confirmation, and against the AI only with a reason", async () => {
  const user = userEvent.setup();
  const api = reviewApi();
  await open(api, DECIDES);
  await user.click(await button(bar(), text("review:decide.reject")));
  const dialog = dialogOf(text("review:eliminate.title_one_person", { name: "Chen Yu" }));
  const confirm = await button(dialog, text("review:eliminate.confirm", { count: 1 }));
  expect(confirm.disabled).toBe(true);
  expect(api.sent).toEqual([]);
  await within(await dialog).findByText(text("review:overrule.invited", { who: "Chen Yu" }));
  await user.type(await within(await dialog).findByLabelText(text("review:overrule.label")), "Position filled");
  await user.click(confirm);
  expect(await screen.findByText(text("review:decided.reject", { count: 1, name: "Chen Yu" }))).toBeTruthy();
  expect(api.sent).toEqual([
    { verb: "eliminate", items: [{ id: CHEN.id, version: 3 }], reason: "Position filled", send_email: false },
  ]);
});

it("keeps the reason when a rejection fails", async () => {
  const user = userEvent.setup();
  const api = reviewApi();
  let isAway = true;
  const eliminate = http.post("*/applications/eliminate", () => (isAway ? problem(500, "server.internal") : undefined));
  await open({ ...api, handlers: [eliminate, ...api.handlers] }, DECIDES);
  await user.click(await button(bar(), text("review:decide.reject")));
  const dialog = dialogOf(text("review:eliminate.title_one_person", { name: "Chen Yu" }));
  const reason = await within(await dialog).findByLabelText<HTMLInputElement>(text("review:overrule.label"));
  await user.type(reason, "Position filled");
  const confirm = text("review:eliminate.confirm", { count: 1 });
  await user.click(await button(dialog, confirm));
  await screen.findByText(text("errors:server.internal"));
  expect(reason.isConnected && reason.value).toBe("Position filled");
  isAway = false;
  await user.click(await button(dialog, confirm));
  await waitFor(() => expect(api.sent).toMatchObject([{ verb: "eliminate", reason: "Position filled" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("rejects all selected in one call and lists refusals", async () => {
  const user = userEvent.setup();
  const api = reviewApi((id) =>
    id === LI.id ? { id, status: "refused", code: "request.stale" } : { id, status: "ok" },
  );
  await open(api, DECIDES);
  await tick(user, "Wang Wei", "Li Na");
  await user.click(await button(bulk(), text("review:decide.reject_many", { count: 2 })));
  const dialog = dialogOf(text("review:eliminate.title", { count: 2 }));
  await user.type(await within(await dialog).findByLabelText(text("review:overrule.label")), "Position filled");
  await user.click(await button(dialog, text("review:eliminate.confirm", { count: 2 })));
  expect(await screen.findByText(text("errors:request.stale"))).toBeTruthy();
  expect(await screen.findByText(text("review:decided.reject", { count: 1, name: "Wang Wei" }))).toBeTruthy();
  expect(api.sent).toMatchObject([{ verb: "eliminate", items: [{ id: WANG.id }, { id: LI.id }] }]);
});

it("offers a rejection email to roles allowed to write one", async () => {
  const user = userEvent.setup();
  await open(reviewApi());
  await user.click(await button(bar(), text("review:decide.reject")));
  const dialog = dialogOf(text("review:eliminate.title_one_person", { name: "Chen Yu" }));
  await user.click(await button(dialog, text("review:eliminate.write")));
  await waitFor(() => expect(composition.get()).toMatchObject({ applicationId: CHEN.id, type: "rejection" }));
});

it("archives with a reason and undoes it with the resulting version", async () => {
  const user = userEvent.setup();
  const api = reviewApi((id) => ({ id, status: "ok", application: { id, version: 7 } as never }));
  await open(api, DECIDES);
  await tick(user, "Chen Yu", "Wang Wei");
  await user.click(await button(bulk(), text("review:decide.archive")));
  await user.click(await screen.findByRole("menuitem", { name: text("review:archive.skill_mismatch") }));
  expect(
    await screen.findByText(text("review:decided.archive", { count: 2, name: text("review:people", { count: 2 }) })),
  ).toBeTruthy();
  const items = [CHEN, WANG].map(({ id }) => ({ id, version: 3 }));
  expect(api.sent).toEqual([{ verb: "archive", items, reason: "skill_mismatch" }]);
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() =>
    expect(api.sent.at(-1)).toEqual({ verb: "restore", items: items.map(({ id }) => ({ id, version: 7 })) }),
  );
});

it("stays with the candidate that was opened while the answer to a decision was on its way", async () => {
  const user = userEvent.setup();
  let respond = () => {};
  const answered = new Promise<void>((resolve) => (respond = resolve));
  const api = reviewApi();
  const archive = http.post("*/applications/archive", async () => {
    await answered;
    return HttpResponse.json({ results: [{ id: CHEN.id, status: "ok" }] });
  });
  await renderApp(ADDRESS, { handlers: [archive, ...api.handlers], membership: membership({ permissions: DECIDES }) });
  await tick(user, "Wang Wei");
  await user.click(await button(bar(), text("review:decide.archive")));
  await user.click(await screen.findByRole("menuitem", { name: text("review:archive.skill_mismatch") }));
  await user.keyboard("jj");
  const opened = () => new URLSearchParams(window.location.search).get("id");
  await waitFor(() => expect(opened()).toBe(LI.id));
  respond();
  await screen.findByText(text("review:decided.archive", { count: 1, name: "Chen Yu" }));
  expect(opened()).toBe(LI.id);
  const ticked = await screen.findByRole<HTMLInputElement>("checkbox", {
    name: text("review:decide.select", { name: "Wang Wei" }),
  });
  expect(ticked.checked).toBe(true);
});

it("keeps the undo of each archived candidate", async () => {
  const user = userEvent.setup();
  const api = reviewApi((id) => ({ id, status: "ok", application: { id, version: 7 } as never }));
  await open(api, DECIDES);
  for (const name of ["Chen Yu", "Wang Wei"]) {
    await tick(user, name);
    await user.click(await button(bulk(), text("review:decide.archive")));
    await user.click(await screen.findByRole("menuitem", { name: text("review:archive.skill_mismatch") }));
    // Under the pointer, it stays however slow the test is.
    fireEvent.mouseEnter(await screen.findByText(text("review:decided.archive", { count: 1, name })));
  }
  const first = screen.getByText(text("review:decided.archive", { count: 1, name: "Chen Yu" }));
  await user.click(await within(first).findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() => expect(api.sent.at(-1)).toEqual({ verb: "restore", items: [{ id: CHEN.id, version: 7 }] }));
});

it("paginates the list and lets keyboard navigation cross pages", async () => {
  const user = userEvent.setup();
  const all = Array.from({ length: 12 }, (_, at) => candidate(at + 1, `Person ${at + 1}`));
  await open(reviewApi(undefined, all));
  const box = (at: number) =>
    screen.findByRole("checkbox", { name: text("review:decide.select", { name: `Person ${at}` }) });
  await box(12);
  await user.click(await screen.findByRole("combobox", { name: text("review:page.size") }));
  await user.click(await screen.findByTitle(text("review:page.rows", { count: 10 })));
  const pages = await screen.findByText(text("review:page.of", { page: 1, pages: 2 }));
  await box(10);
  expect(screen.queryByRole("checkbox", { name: text("review:decide.select", { name: "Person 11" }) })).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("j".repeat(10));
  await waitFor(() => expect(pages.textContent).toBe(text("review:page.of", { page: 2, pages: 2 })));
  await box(11);
  expect(new URLSearchParams(window.location.search).get("id")).toBe(idOf(11));
  await user.click(await screen.findByRole("button", { name: text("review:page.previous") }));
  await box(1);
});

it("compares two to four candidates at most", async () => {
  const user = userEvent.setup();
  const parts = [
    { criterion: "Rust", weight: 60, credit: 0.9, points: 54 },
    { criterion: "career_fit", weight: 25, credit: 0.68, points: 17 },
  ];
  const judged = { ...CHEN, ai_eval: aiEval({ overallScore: 71, score_parts: parts, adjustments: [] }) };
  await open(reviewApi(undefined, [judged, WANG]));
  await tick(user, "Chen Yu");
  expect(within(await bulk()).queryByRole("button", { name: text("review:decide.compare") })).toBeNull();
  await tick(user, "Wang Wei");
  await user.click(await button(bulk(), text("review:decide.compare")));
  const dialog = await dialogOf(text("review:compare.title"));
  const heads = await within(dialog).findAllByRole("columnheader");
  expect(heads.map((head) => head.textContent)).toMatchObject([
    text("review:compare.criterion"),
    expect.stringContaining("Chen Yu"),
    expect.stringContaining("Wang Wei"),
  ]);
  const sum = await within(dialog).findByRole("row", { name: new RegExp(`^${text("review:compare.sum")}`) });
  expect(sum.textContent).toContain("54 + 17 = 71");
});

it("links to creating the first job when there is none", async () => {
  await renderApp("/ai-review", { handlers: [on("get", `${O}/jobs`, () => paged([]))] });
  const link = await screen.findByRole("link", { name: text("review:empty.create_job") });
  expect(link.getAttribute("href")).toBe("/jobs/new");
});

it("says how many evaluated resumes aren't in the pipeline while there are no candidates", async () => {
  await renderApp(ADDRESS, {
    handlers: [
      on("get", `${O}/job-figures`, ({ query }) => ({
        items: [{ id: query.get("ids") ?? "", resumes: 30, evaluated: 30, waiting: 24, attention: 0, levels: [] }],
      })),
      ...reviewApi(undefined, []).handlers,
    ],
  });
  await screen.findByText(text("review:empty.waiting", { count: 24 }));
  const link = await screen.findByRole("link", { name: text("review:empty.to_pipeline") });
  expect(link.getAttribute("href")).toBe(`/evaluate?job_id=${JOB.id}`);
});

it("keeps its columns when a search finds no one", async () => {
  const user = userEvent.setup();
  await renderApp(ADDRESS, {
    handlers: [
      on("get", `${O}/applications`, ({ query }) => ({
        ...paged(query.get("search") ? [] : [CHEN]),
        total_is_estimate: false,
      })),
      ...reviewApi().handlers,
    ],
  });
  await user.type(await screen.findByRole("textbox", { name: text("review:list.search") }), "Zhao");
  await screen.findByText(text("review:list.nothing_found"));
  const list = await screen.findByRole("region", { name: text("review:list.label") });
  expect(list.parentElement?.dataset["alone"]).toBe("false");
});

it("keeps what was typed and ticked when a tablet is turned", async () => {
  const user = userEvent.setup();
  let isNarrow = false;
  const listeners = new Set<() => void>();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        get matches() {
          return media.includes("reduced-motion") || (media.includes("max-width: 767px") && isNarrow);
        },
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as unknown as MediaQueryList,
  );
  const api = reviewApi();
  await open(api, DECIDES);
  await tick(user, "Wang Wei");
  await user.click(await button(bar(), text("review:decide.reject")));
  const dialog = await dialogOf(text("review:eliminate.title_one_person", { name: "Chen Yu" }));
  const reason = await within(dialog).findByLabelText<HTMLInputElement>(text("review:overrule.label"));
  await user.type(reason, "Position filled");
  isNarrow = true;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(reason.isConnected && reason.value).toBe("Position filled");
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: text("review:decide.select", { name: "Wang Wei" }),
    hidden: true,
  });
  expect(box.checked).toBe(true);
});

it("signs scores that can't be compared, and offers to evaluate those candidates again", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const api = reviewApi(undefined, [
    { ...CHEN, ai_eval: aiEval() },
    { ...WANG, ai_eval: aiEval(), differences: ["engine"] },
  ]);
  const again = on("post", `${O}/applications/evaluate`, ({ body }) => {
    asked.push(body);
    return problem(500, "server.internal");
  });
  await renderApp(ADDRESS, { handlers: [again, ...api.handlers] });
  const sign = `${text("evaluation:difference.engine")}. ${text("evaluation:difference.why")}`;
  expect(await screen.findByRole("img", { name: sign })).toBeTruthy();
  const notice = (await screen.findByText(text("review:mixed.text", { count: 1 }))).closest("[role=status]");
  await user.click(await within(notice as HTMLElement).findByRole("button", { name: text("review:mixed.evaluate") }));
  await waitFor(() => expect(asked).toEqual([{ ids: [WANG.id], when: "now" }]));
});

it("counts candidates that aren't loaded yet", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const api = reviewApi(undefined, [{ ...CHEN, ai_eval: aiEval() }]);
  const others = [idOf(61), idOf(62)].map((id) => ({
    ...WANG,
    id,
    ai_eval: aiEval(),
    differences: ["engine" as const],
  }));
  const list = on("get", `${O}/applications`, ({ query }) => ({
    items: query.get("limit") === "200" ? [CHEN, ...others] : [CHEN],
    total: 3,
    total_is_estimate: false,
  }));
  const again = on("post", `${O}/applications/evaluate`, ({ body }) => {
    asked.push(body);
    return problem(500, "server.internal");
  });
  const state = on("get", `${O}/ai/state`, () => aiState({ has_model: true, has_batch_prices: true }));
  await renderApp(ADDRESS, { handlers: [list, again, state, ...api.handlers] });
  const notice = (await screen.findByText(text("review:mixed.text", { count: 2 }))).closest("[role=status]");
  await user.click(await within(notice as HTMLElement).findByRole("button", { name: text("review:mixed.evaluate") }));
  await user.click(await screen.findByText(text("evaluation:timing.within_a_day"), { exact: false }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: text("evaluation:timing.confirm") }));
  await waitFor(() => expect(asked).toEqual([{ ids: [idOf(61), idOf(62)], when: "within_a_day" }]));
});

it("shows a recommendation of an earlier evaluation as such", async () => {
  const ai_eval = aiEval({ recommendationLevel: LEVEL.average, overallScore: 57 });
  await open(reviewApi(undefined, [{ ...CHEN, ai_eval }]));
  const article = await screen.findByRole("article");
  const contact = text("review:sub.recommend_contact");
  expect(await within(article).findByText(text("review:sub.by_earlier", { status: contact }))).toBeTruthy();
  expect(within(article).queryByText(contact)).toBeNull();
});
