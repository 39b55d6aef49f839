import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { ELIMINATED } from "@/entities/application/archive";
import { ARCHIVED_TO_POOL, LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Permission } from "@/lib/api/types";
import { aiEval, aiState, applicationDetail, batch, idOf, job, membership, personDetail } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ENTRY = {
  id: idOf(400),
  version: 2,
  person: { id: idOf(500), name: "Chen Siyuan", starred: false, blacklisted: false },
  job_id: idOf(101),
  job_title: "Data Engineer",
  status: STAGE.online,
  sub_status: SUB_STATUS.noShow,
  archive_reason: ARCHIVED_TO_POOL,
  archived_at: "2026-03-01T08:00:00Z",
};

it("ranks the whole pool for a job and opens its live queue", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const ranking = batch({ id: idOf(201), source: "pool", file_name: "" });
  await renderApp("/talent-pool", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/talent-pool/rank`, () => ({ people: 2 })),
      on("post", `${O}/talent-pool/rank`, ({ body }) => {
        asked.push(body);
        return { batch: ranking };
      }),
      on("get", `${O}/batches/{batch_id}`, () => ranking),
      on("get", `${O}/batches/{batch_id}/levels`, () => paged([])),
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([])),
    ],
  });
  await screen.findByRole("link", { name: "Chen Siyuan" });
  await user.click(await screen.findByRole("button", { name: text("talent-pool:rank.action") }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("talent-pool:rank.text", { count: 2 }));
  const start = await within(dialog).findByRole<HTMLButtonElement>("button", { name: text("talent-pool:rank.start") });
  expect(start.disabled).toBe(true);
  expect(within(dialog).queryByRole("radiogroup")).toBeNull();
  await user.click(await within(dialog).findByRole("combobox", { name: text("talent-pool:rank.job") }));
  await user.click(await screen.findByTitle(job().title));
  await user.click(start);
  await waitFor(() => expect(asked).toEqual([{ job_id: job().id, when: "now" }]));
  await waitFor(() => expect(window.location.search).toBe(`?job_id=${job().id}&batch_id=${ranking.id}`));
});

it("ranks the pool within a day where the provider charges less for it", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const ranking = batch({ id: idOf(201), source: "pool", file_name: "" });
  await renderApp("/talent-pool?rank=open", {
    handlers: [
      on("get", `${O}/ai/state`, () => aiState({ has_model: true, has_batch_prices: true })),
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/talent-pool/rank`, () => ({ people: 2 })),
      on("post", `${O}/talent-pool/rank`, ({ body }) => {
        asked.push(body);
        return { batch: ranking };
      }),
      on("get", `${O}/batches/{batch_id}`, () => ranking),
      on("get", `${O}/batches/{batch_id}/levels`, () => paged([])),
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([])),
    ],
  });
  const dialog = await screen.findByRole("dialog");
  const choice = await within(dialog).findByRole("radiogroup", { name: text("evaluation:timing.label") });
  const now = within(choice).getByRole<HTMLInputElement>("radio", { name: text("evaluation:timing.now") });
  expect(now.checked).toBe(true);
  await user.click(await within(choice).findByText(text("evaluation:timing.within_a_day"), { exact: false }));
  await user.click(await within(dialog).findByRole("combobox", { name: text("talent-pool:rank.job") }));
  await user.click(await screen.findByTitle(job().title));
  await user.click(await within(dialog).findByRole("button", { name: text("talent-pool:rank.start") }));
  await waitFor(() => expect(asked).toEqual([{ job_id: job().id, when: "within_a_day" }]));
});

it("says that the people to rank failed to load, and loads them on retry", async () => {
  const user = userEvent.setup();
  let isAway = true;
  await renderApp("/talent-pool?rank=open", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/talent-pool/rank`, () => (isAway ? problem(500, "server.internal") : { people: 2 })),
    ],
  });
  const dialog = await screen.findByRole("dialog");
  const retry = await within(dialog).findByRole("button", { name: text("common:action.retry") });
  isAway = false;
  await user.click(retry);
  await within(dialog).findByText(text("talent-pool:rank.text", { count: 2 }));
});

it("shows a full summary with translation and restores focus", async () => {
  const user = userEvent.setup();
  const summary = "Eight years of services in Rust, of which five in payments, and a team of four led for two years.";
  const ai_eval = aiEval({ summary });
  await renderApp("/talent-pool", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([{ ...ENTRY, summary: "Eight years of services…" }])),
      on("get", `${O}/jobs`, () => paged([])),
      on("get", `${O}/applications/{application_id}`, () => applicationDetail({ id: ENTRY.id, ai_eval })),
    ],
  });
  const preview = await screen.findByRole("button", { name: "Eight years of services…" });
  await user.click(preview);
  const dialog = await screen.findByRole("dialog", { name: text("review:summary.title") });
  expect(await within(dialog).findByText(summary)).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: text("evaluation:translate.start") })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(preview));
  expect(preview.getAttribute("aria-expanded")).toBe("false");
});

it("offers no ranking to members who can't evaluate", async () => {
  const permissions: Permission[] = ["talent-pool:view", "talent-pool:search"];
  await renderApp("/talent-pool", {
    handlers: [on("get", `${O}/talent-pool`, () => paged([ENTRY])), on("get", `${O}/jobs`, () => paged([]))],
    membership: membership({ role: "interviewer", permissions }),
  });
  await screen.findByText("Chen Siyuan");
  expect(screen.queryByRole("button", { name: text("talent-pool:rank.action") })).toBeNull();
});

it("saves the current filters as a view and opens it", async () => {
  const user = userEvent.setup();
  const views: { id: string; screen: string; name: string; query: string; created_at: string }[] = [];
  await renderApp("/talent-pool?starred=true&page=2", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/jobs`, () => paged([])),
      on("get", `${O}/saved-views`, ({ query }) => paged(views.filter(({ screen }) => screen === query.get("screen")))),
      on("post", `${O}/saved-views`, ({ body }) => {
        const view = { ...(body as (typeof views)[number]), id: idOf(700), created_at: "2026-03-01T08:00:00Z" };
        views.push(view);
        return view;
      }),
    ],
  });
  await screen.findByText("Chen Siyuan");
  await user.click(await screen.findByRole("button", { name: text("common:views.title") }));
  await user.type(await screen.findByLabelText(text("common:views.name")), "Favorites{Enter}");
  await waitFor(() =>
    expect(views).toMatchObject([{ screen: "talent-pool", name: "Favorites", query: "starred=true" }]),
  );
  await user.click(await screen.findByRole("button", { name: "Favorites" }));
  await waitFor(() => expect(window.location.search).toBe("?starred=true"));
});

const WANG = { ...ENTRY, id: idOf(401), person: { ...ENTRY.person, id: idOf(501), name: "Wang Wei" } };
const ROLE = membership({
  permissions: ["talent-pool:view", "talent-pool:edit", "talent-pool:move", "talent-pool:archive"],
});

/** A pool of two people, which records the requests it received. */
function poolApi(total = 2) {
  const asked: string[] = [];
  const moved: unknown[] = [];
  const marked: unknown[] = [];
  const handlers = [
    on("get", `${O}/talent-pool`, ({ query }) => {
      asked.push(query.get("job_id") ?? "");
      return { items: [{ ...ENTRY, level: LEVEL.recommended }, WANG], total };
    }),
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/jobs/{job_id}`, () => job()),
    on("get", `${O}/people/{person_id}`, () => personDetail({ open_applications: 3 })),
    on("patch", `${O}/people/{person_id}`, ({ params, body }) => {
      marked.push({ id: params["person_id"], ...(body as object) });
      return empty();
    }),
    http.post("*/applications/:verb", async ({ request, params }) => {
      const body = (await request.json()) as { items: { id: string }[] };
      moved.push({ verb: params["verb"], ...body });
      const results = body.items.map(({ id }) => ({ id, status: "ok", application: { id, version: 7 } }));
      return HttpResponse.json({ results });
    }),
  ];
  return { asked, moved, marked, handlers };
}
const rowOf = async (name: string) =>
  (await screen.findByRole("link", { name })).closest<HTMLElement>("tr") as HTMLElement;
const PLACE = `${text("review:stage.online_interview")} · ${text("review:sub.no_show")}`;
async function more(user: ReturnType<typeof userEvent.setup>, action: "restore" | "blacklist") {
  const name = ENTRY.person.name;
  await user.click(await screen.findByRole("button", { name: text("talent-pool:more", { name }) }));
  const label =
    action === "restore"
      ? text("talent-pool:action.restore_to", { place: PLACE })
      : text("talent-pool:action.blacklist");
  await user.click(await screen.findByRole("menuitem", { name: label }));
}
/** Confirms the dialog. */
async function confirmRecall(user: ReturnType<typeof userEvent.setup>, consequence: string) {
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(consequence);
  await user.click(await within(dialog).findByRole("button", { name: text("review:recall.confirm") }));
}

it("recalls one person, or all selected in one call", async () => {
  const user = userEvent.setup();
  const api = poolApi();
  await renderApp("/talent-pool", { handlers: api.handlers, membership: ROLE });
  const recall = text("talent-pool:action.recall");
  await user.click(await within(await rowOf("Wang Wei")).findByRole("button", { name: recall }));
  expect(api.moved).toEqual([]);
  await confirmRecall(user, text("review:recall.instead_of", { place: PLACE }));
  await screen.findByText(text("talent-pool:done.recall", { count: 1, name: "Wang Wei" }));
  for (const name of ["Chen Siyuan", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("talent-pool:select", { name }) }));
  }
  const bulk = await screen.findByRole("region", { name: text("talent-pool:bulk.label") });
  await user.click(await within(bulk).findByRole("button", { name: recall }));
  await confirmRecall(user, text("review:recall.instead_of_many"));
  await waitFor(() =>
    expect(api.moved).toEqual([
      { verb: "recall", items: [{ id: WANG.id, version: 2 }] },
      { verb: "recall", items: [ENTRY, WANG].map(({ id }) => ({ id, version: 2 })) },
    ]),
  );
  await waitFor(() => expect(within(bulk).queryByRole("button", { name: recall })).toBeNull());
});

it("restores a person and archives again with the same reason on undo", async () => {
  const user = userEvent.setup();
  const api = poolApi();
  await renderApp("/talent-pool", { handlers: api.handlers, membership: ROLE });
  await rowOf("Chen Siyuan");
  await more(user, "restore");
  await user.click(await screen.findByRole("button", { name: text("common:action.undo") }));
  await waitFor(() =>
    expect(api.moved).toEqual([
      { verb: "restore", items: [{ id: ENTRY.id, version: 2 }] },
      { verb: "archive", items: [{ id: ENTRY.id, version: 7 }], reason: ARCHIVED_TO_POOL },
    ]),
  );
});

it("stars a person, and blacklists one after showing the number of affected applications", async () => {
  const user = userEvent.setup();
  const api = poolApi();
  await renderApp("/talent-pool", { handlers: api.handlers, membership: ROLE });
  await rowOf("Chen Siyuan");
  const star = text("talent-pool:action.star", { name: "Chen Siyuan" });
  await user.click(await screen.findByRole("button", { name: star }));
  await waitFor(() => expect(api.marked).toEqual([{ id: ENTRY.person.id, starred: true }]));
  await more(user, "blacklist");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("review:blacklist.open", { count: 3 }));
  await user.type(await within(dialog).findByLabelText(text("review:blacklist.reason")), "False papers");
  expect(api.marked).toHaveLength(1);
  await user.click(await within(dialog).findByRole("button", { name: text("review:blacklist.confirm") }));
  await waitFor(() =>
    expect(api.marked.at(-1)).toEqual({
      id: ENTRY.person.id,
      blacklisted: true,
      blacklist_reason: "False papers",
    }),
  );
});

it("stars all selected people who are not favorites yet, and takes it back for all", async () => {
  const user = userEvent.setup();
  const marked: unknown[] = [];
  const starred = new Set([WANG.person.id]);
  await renderApp("/talent-pool", {
    handlers: [
      on("get", `${O}/talent-pool`, () =>
        paged([ENTRY, WANG].map((one) => ({ ...one, person: { ...one.person, starred: starred.has(one.person.id) } }))),
      ),
      on("get", `${O}/jobs`, () => paged([])),
      on("patch", `${O}/people/{person_id}`, ({ params, body }) => {
        const id = params["person_id"] ?? "";
        marked.push({ id, ...(body as object) });
        if ((body as { starred: boolean }).starred) starred.add(id);
        return empty();
      }),
    ],
    membership: ROLE,
  });
  for (const name of ["Chen Siyuan", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("talent-pool:select", { name }) }));
  }
  await user.click(await screen.findByRole("button", { name: text("talent-pool:bulk.star") }));
  await user.click(await screen.findByRole("button", { name: text("talent-pool:bulk.unstar") }));
  await waitFor(() =>
    expect(marked).toEqual([
      { id: ENTRY.person.id, starred: true },
      { id: ENTRY.person.id, starred: false },
      { id: WANG.person.id, starred: false },
    ]),
  );
});

it("filters by job and colours rows by level", async () => {
  const user = userEvent.setup();
  const api = poolApi();
  await renderApp("/talent-pool", { handlers: api.handlers, membership: ROLE });
  expect((await rowOf("Chen Siyuan")).dataset["level"]).toBe("recommended");
  expect((await rowOf("Wang Wei")).dataset["level"]).toBe("none");
  await user.click(await screen.findByRole("combobox", { name: text("talent-pool:filter.job") }));
  await user.click(await screen.findByTitle(job().title));
  await waitFor(() => expect(api.asked.at(-1)).toBe(job().id));
  expect(window.location.search).toBe(`?job_id=${job().id}`);
});

it("shows beside the board how many are hidden, with a link to all", async () => {
  const user = userEvent.setup();
  const api = poolApi(80);
  await renderApp(`/pipeline?job_id=${job().id}&pool=open`, {
    handlers: [
      ...api.handlers,
      http.get("*/jobs/:job_id/board", () => HttpResponse.json({ items: [], total: 0 })),
      http.get("*/jobs/:job_id/lanes", () =>
        HttpResponse.json({
          lanes: [{ status: STAGE.online, sub_statuses: [{ sub_status: SUB_STATUS.noShow, count: 1 }] }],
          total: 1,
        }),
      ),
    ],
  });
  await screen.findByText(text("pipeline:pool.shown", { shown: 2, total: 80 }), { exact: false });
  await user.click(await screen.findByRole("link", { name: text("pipeline:pool.all") }));
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe(`/talent-pool?job_id=${job().id}`),
  );
});

it("goes to the last page when the last entry of a page was restored", async () => {
  const user = userEvent.setup();
  let isRestored = false;
  const pool = on("get", `${O}/talent-pool`, ({ query }) => {
    if (query.get("offset") === "0") return { items: [WANG], total: isRestored ? 50 : 51 };
    return isRestored ? { items: [], total: 50 } : { items: [ENTRY], total: 51 };
  });
  const restore = http.post("*/applications/restore", () => {
    isRestored = true;
    return HttpResponse.json({ results: [{ id: ENTRY.id, status: "ok" }] });
  });
  await renderApp("/talent-pool?page=2", { handlers: [pool, restore, ...poolApi().handlers], membership: ROLE });
  await user.click(await screen.findByRole("checkbox", { name: text("talent-pool:select", { name: "Chen Siyuan" }) }));
  const bulk = await screen.findByRole("region", { name: text("talent-pool:bulk.label") });
  await user.click(await within(bulk).findByRole("button", { name: text("talent-pool:action.restore") }));
  await screen.findByRole("link", { name: "Wang Wei" });
  expect(new URLSearchParams(window.location.search).get("page")).toBeNull();
});

it("removes a person from the blacklist after confirmation", async () => {
  const user = userEvent.setup();
  const marked: unknown[] = [];
  const blacklisted = { ...ENTRY, archive_reason: ELIMINATED, person: { ...ENTRY.person, blacklisted: true } };
  const mark = on("patch", `${O}/people/{person_id}`, ({ body }) => {
    marked.push(body);
    return empty();
  });
  await renderApp("/talent-pool?blacklisted=true", {
    handlers: [
      mark,
      on("get", `${O}/talent-pool`, () => paged([blacklisted])),
      on("get", `${O}/jobs`, () => paged([])),
    ],
    membership: ROLE,
  });
  const name = ENTRY.person.name;
  await user.click(await screen.findByRole("button", { name: text("talent-pool:more", { name }) }));
  await user.click(await screen.findByRole("menuitem", { name: text("review:blacklist.take_back") }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("review:blacklist.take_back_text"));
  expect(marked).toEqual([]);
  await user.click(await within(dialog).findByRole("button", { name: text("review:blacklist.take_back") }));
  expect(await screen.findByText(text("talent-pool:done.unblacklist", { name }))).toBeTruthy();
  expect(marked).toEqual([{ blacklisted: false }]);
});

it("shows how many of a bulk move were refused and why", async () => {
  const user = userEvent.setup();
  const api = poolApi();
  const refused = http.post("*/applications/restore", async ({ request }) => {
    const body = (await request.json()) as { items: { id: string }[] };
    const results = body.items.map(({ id }) => ({ id, status: "refused", code: "request.stale" }));
    return HttpResponse.json({ results });
  });
  await renderApp("/talent-pool", { handlers: [refused, ...api.handlers], membership: ROLE });
  for (const name of ["Chen Siyuan", "Wang Wei"]) {
    await user.click(await screen.findByRole("checkbox", { name: text("talent-pool:select", { name }) }));
  }
  const bulk = await screen.findByRole("region", { name: text("talent-pool:bulk.label") });
  await user.click(await within(bulk).findByRole("button", { name: text("talent-pool:action.restore") }));
  expect(await screen.findByText(text("talent-pool:refused", { count: 2 }))).toBeTruthy();
  expect(await screen.findByText(text("errors:request.stale"))).toBeTruthy();
});

it("selects a range with Shift and the whole page at once, without those who can't be moved", async () => {
  const user = userEvent.setup();
  const names = ["Chen Siyuan", "Wang Wei", "Lin Yue", "Zhou Min"];
  const entries = names.map((name, at) => ({
    ...ENTRY,
    id: idOf(400 + at),
    person: { ...ENTRY.person, id: idOf(500 + at), name },
    ...(name === "Lin Yue" ? { archive_reason: ELIMINATED } : {}),
  }));
  await renderApp("/talent-pool", {
    handlers: [on("get", `${O}/talent-pool`, () => paged(entries)), on("get", `${O}/jobs`, () => paged([]))],
  });
  const box = (name: string) =>
    screen.findByRole<HTMLInputElement>("checkbox", { name: text("talent-pool:select", { name }) });
  await user.click(await box("Chen Siyuan"));
  await user.keyboard("{Shift>}");
  await user.click(await box("Zhou Min"));
  await user.keyboard("{/Shift}");
  await screen.findByText(text("talent-pool:bulk.selected", { count: 3 }));
  expect((await box("Lin Yue")).checked).toBe(false);
  const all = await screen.findByRole<HTMLInputElement>("checkbox", {
    name: text("talent-pool:bulk.all", { count: 3 }),
  });
  expect(all.checked).toBe(true);
  await user.click(all);
  await waitFor(() => expect(screen.queryByText(text("talent-pool:bulk.selected", { count: 3 }))).toBeNull());
  await user.click(all);
  await screen.findByText(text("talent-pool:bulk.selected", { count: 3 }));
});
