import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { BatchReason, FailureReason, Flag } from "@/lib/api/types";
import { finishedBatch } from "@/testing/finishedBatch";
import { aiUsage, batch, batchTask, idOf, job, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";
import { startSkippableTime, waitForLater } from "@/testing/time";
import { UNDO_MS } from "../components/useDelayedDelete";

const O = "/api/organizations/{organization_id}";
const working = batch({
  status: "processing",
  counts: { completed: 2, failed: 0, pending: 3, processing: 0, retry: 0, skipped: 0 },
});

it("keeps the live queue, its search and its rows during a server outage", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  let away = false;
  let answered = 0;
  const unlessAway = <T,>(answer: T) => {
    if (away) return problem(500, "server.internal");
    answered += 1;
    return answer;
  };
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${working.id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/batches`, () => unlessAway(paged([working]))),
      on("get", `${O}/batches/{batch_id}`, () => unlessAway(working)),
      on("get", `${O}/batches/{batch_id}/tasks`, () =>
        unlessAway(paged([batchTask(), batchTask({ id: idOf(301), name: "Wang Wei", position: 1 })])),
      ),
    ],
  });
  const search = await screen.findByRole<HTMLInputElement>("textbox", { name: text("evaluate:list.search") });
  await user.type(search, "Wang ");
  away = true;
  await waitForLater(() => expect(screen.getAllByText(text("common:stale.text"))).not.toEqual([]));
  expect(search.isConnected).toBe(true);
  expect(search.value).toBe("Wang ");
  away = false;
  const before = answered;
  await waitForLater(() => expect(answered).toBeGreaterThan(before));
  await waitForLater(() => expect(screen.queryByText(text("common:stale.text"))).toBeNull());
  expect(search.isConnected).toBe(true);
});

it("filters by recommendation and offers no retry where it would fail again", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({});
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers });
  const segments = await screen.findByRole("group", { name: text("evaluate:result.label") });
  // Empty levels have no segment.
  await waitFor(() => expect(within(segments).getAllByRole("button")).toHaveLength(2));
  const list = await screen.findByRole("table", { name: text("evaluate:list.label") });
  expect(await within(list).findByText("Engineer · Yunfan · 6 yrs")).toBeTruthy();
  expect(screen.queryByRole("button", { name: text("evaluate:row.retry", { name: "locked.pdf" }) })).toBeNull();
  await user.click(await within(segments).findByRole("button", { name: new RegExp(text("common:level.average")) }));
  await waitFor(() => expect(screen.queryByText("Engineer · Yunfan · 6 yrs")).toBeNull());
  expect(await screen.findByText("Wang Wei")).toBeTruthy();
});

it("offers to delete only entries that aren't in the pipeline", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({});
  const added = batchTask({ file_name: "added.pdf", application_id: idOf(400) });
  const waiting = batchTask({ id: idOf(301), file_name: "waiting.pdf", position: 1 });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) =>
        paged(query.get("status") === "failed" ? [] : [added, waiting]),
      ),
      ...handlers,
    ],
  });
  await screen.findByRole("button", { name: text("evaluate:row.delete", { name: "waiting.pdf" }) });
  expect(await screen.findByText(text("evaluate:row.on_board"))).toBeTruthy();
  expect(screen.queryByRole("button", { name: text("evaluate:row.delete", { name: "added.pdf" }) })).toBeNull();
});

it("replaces a failed file from the row, the reason and the panel", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({});
  const sent: unknown[] = [];
  const replace = on("put", `${O}/batch-tasks/{task_id}/file`, ({ params, query, headers }) => {
    sent.push([params["task_id"], query.get("name"), headers.get("Content-Type")]);
    return batchTask({ id: idOf(302), status: "pending" });
  });
  const detail = on("get", `${O}/batch-tasks/{task_id}`, () => ({
    ...batchTask({
      id: idOf(302),
      name: null,
      file_name: "locked.pdf",
      status: "failed",
      retryable: true,
      failure_reason: "document.encrypted",
      error_category: "document_processing",
    }),
    work_experiences: [],
  }));
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [replace, detail, ...handlers] });
  const list = await screen.findByRole("table", { name: text("evaluate:list.label") });
  const picker = await screen.findByLabelText<HTMLInputElement>(text("evaluate:panel.replace"));
  const opened = vi.spyOn(picker, "click");
  const label = text("evaluate:panel.replace");
  await user.click(
    await within(list).findByRole("button", { name: text("evaluate:row.replace", { name: "locked.pdf" }) }),
  );
  expect(opened).toHaveBeenCalledTimes(1);
  await user.upload(picker, new File(["%PDF-1.7"], "new.pdf", { type: "application/pdf" }));
  expect(await screen.findByText(text("evaluate:done.replace", { name: "new.pdf" }))).toBeTruthy();
  expect(sent).toEqual([[idOf(302), "new.pdf", "application/octet-stream"]]);

  const reasons = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  await user.click(await within(reasons).findByRole("button", { name: label }));
  expect(opened).toHaveBeenCalledTimes(2);
  const large = new File(["%PDF-1.7"], "large.pdf", { type: "application/pdf" });
  Object.defineProperty(large, "size", { value: 20 * 1024 ** 2 + 1 });
  await user.upload(picker, large);
  expect(await screen.findByText(new RegExp(text("errors:request.too_large")))).toBeTruthy();
  expect(sent).toHaveLength(1);

  await user.click(await within(reasons).findByRole("button", { name: "locked.pdf" }));
  const panel = await screen.findByRole("complementary", { name: "locked.pdf" });
  await user.click(await within(panel).findByRole("button", { name: label }));
  expect(opened).toHaveBeenCalledTimes(3);
});

it("opens a row chosen by keyboard once it has loaded", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({});
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const late = on("get", `${O}/batches/{batch_id}/tasks`, async () => {
    await answered;
    return paged([batchTask()]);
  });
  const detail = on("get", `${O}/batch-tasks/{task_id}`, () => ({ ...batchTask(), work_experiences: [] }));
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [late, detail, ...handlers] });
  await screen.findByRole("table", { name: text("evaluate:list.label") });
  await user.keyboard("j{Enter}");
  answer();
  expect(await screen.findByRole("complementary", { name: "Chen Siyuan" })).toBeTruthy();
});

it("does not replace files of batches for known people", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({ source: "pool" });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers });
  const reasons = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  await within(reasons).findByRole("button", { name: "locked.pdf" });
  expect(within(reasons).queryByRole("button", { name: text("evaluate:panel.replace") })).toBeNull();
});

it("shows changed recommendations after a re-evaluation", async () => {
  const { batch: mine, handlers } = finishedBatch({ source: "reevaluation" });
  const change = {
    application_id: idOf(400),
    person_id: idOf(500),
    name: "Chen Siyuan",
    status: STAGE.aiReview,
    sub_status: SUB_STATUS.recommendContact,
    before: { score: 82, level: LEVEL.strong, rank: 1 },
    after: { score: 55, level: LEVEL.average, rank: 7 },
  };
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [on("get", `${O}/batches/{batch_id}/level-changes`, () => paged([change])), ...handlers],
  });
  const changes = await screen.findByRole("region", { name: text("evaluate:changes.title") });
  expect(await within(changes).findByRole("link", { name: "Chen Siyuan" })).toBeTruthy();
  expect(await within(changes).findByRole("img", { name: text("evaluate:changes.down") })).toBeTruthy();
  for (const rank of [1, 7]) {
    expect(within(changes).getByText(text("evaluate:changes.rank", { rank }))).toBeTruthy();
  }
  expect(await screen.findAllByText(text("common:batch.reevaluation"))).toBeTruthy();
});

it("selects and adds all addable entries", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({ promotable: 3 });
  const promoted: unknown[] = [];
  const promote = on("post", `${O}/batches/{batch_id}/promote`, ({ body }) => {
    promoted.push(body);
    return { created: 2, existing: 0, skipped: 0 };
  });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [promote, ...handlers] });
  const all = await screen.findByRole<HTMLInputElement>("checkbox", { name: text("evaluate:list.select_all") });
  await user.click(all);
  const add = await screen.findByRole("button", { name: text("evaluate:promote.selected", { count: 2 }) });
  expect(all.indeterminate).toBe(true);
  await user.click(add);
  await waitFor(() => expect(promoted).toEqual([{ task_ids: [idOf(300), idOf(301)] }]));
  await waitFor(() => expect(all.indeterminate).toBe(false));
});

/** Opens a finished batch whose two entries can be added, and records what is asked of the server. */
async function openAddable() {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({ promotable: 2 });
  const asked: unknown[] = [];
  const promote = on("post", `${O}/batches/{batch_id}/promote`, ({ body }) => {
    asked.push(body);
    return { created: 2, existing: 0, skipped: 0 };
  });
  const remove = on("delete", `${O}/batch-tasks/{task_id}`, ({ params }) => {
    asked.push(params["task_id"]);
    return empty();
  });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [promote, remove, ...handlers] });
  return asked;
}

it("adds the ticked entries by id even if these are all that can be added", async () => {
  const user = userEvent.setup();
  const asked = await openAddable();
  await user.click(await screen.findByRole("checkbox", { name: text("evaluate:list.select_all") }));
  await user.click(await screen.findByRole("button", { name: text("evaluate:promote.selected", { count: 2 }) }));
  await waitFor(() => expect(asked).toEqual([{ task_ids: [idOf(300), idOf(301)] }]));
});

it("doesn't add a ticked entry that is deleted", async () => {
  const user = userEvent.setup();
  const asked = await openAddable();
  const box = { name: text("evaluate:row.select", { name: "Chen Siyuan" }) };
  await user.click(await screen.findByRole("checkbox", box));
  await screen.findByRole("button", { name: text("evaluate:promote.selected", { count: 1 }) });
  const row = (await screen.findByText("Chen Siyuan")).closest<HTMLElement>('[role="row"]') as HTMLElement;
  await user.click(
    await within(row).findByRole("button", { name: text("evaluate:row.delete", { name: "resume.pdf" }) }),
  );
  const all = await screen.findByRole("button", { name: text("evaluate:promote.all", { count: 2 }) });
  await user.click(await screen.findByRole("button", { name: text("evaluate:row.undo") }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", box)).checked).toBe(true);
  await user.click(
    await within(row).findByRole("button", { name: text("evaluate:row.delete", { name: "resume.pdf" }) }),
  );
  await waitFor(() => expect(screen.queryByRole("checkbox", box)).toBeNull());
  await user.click(all);
  await waitFor(() => expect(asked).toEqual([idOf(300), {}]));
});

it("tells how many would be marked for contact and for rejection", async () => {
  const { batch: mine, handlers } = finishedBatch({ promotable: 2 });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers });
  expect(await screen.findByText(text("evaluate:promote.hint_counts", { contact: 1, reject: 1 }))).toBeTruthy();
});

it("names no numbers once some are in the pipeline", async () => {
  const { batch: mine, handlers } = finishedBatch({ promotable: 1, promoted: 1 });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers });
  await screen.findByRole("group", { name: text("evaluate:result.label") });
  expect(screen.getByText(text("evaluate:promote.hint"))).toBeTruthy();
});

/** Opens a batch with failed entries by reason; returns the queries of its retries. */
async function openFailed(reasons: BatchReason[], affected: number | ReturnType<typeof problem>) {
  const failed = reasons.reduce((sum, { count }) => sum + count, 0);
  const { batch: mine, handlers } = finishedBatch({
    counts: { completed: 0, failed, pending: 0, processing: 0, retry: 0, skipped: 0 },
  });
  const retried: string[] = [];
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("post", `${O}/batches/{batch_id}/retry-failed`, ({ query }) => {
        retried.push(query.toString());
        return typeof affected === "number" ? { count: affected } : affected;
      }),
      on("get", `${O}/batches/{batch_id}/reasons`, () => paged(reasons)),
      ...handlers,
    ],
  });
  return retried;
}

function reason(of: FailureReason, count: number, retryable: number): BatchReason {
  const first = batchTask({ id: idOf(310), name: null, file_name: "0.pdf", status: "failed", failure_reason: of });
  return { reason: of, category: "document_processing", count, retryable, first };
}

it("retries only what a retry can help, in one request", async () => {
  const user = userEvent.setup();
  const retried = await openFailed([reason("ai.timeout", 2, 2), reason("document.encrypted", 3, 0)], 2);
  const region = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  await user.click(
    await within(region).findByRole("button", { name: text("evaluate:attention.retry_all", { count: 2 }) }),
  );
  expect(await screen.findByText(text("evaluate:done.retry", { count: 2 }))).toBeTruthy();
  await user.click(await within(region).findByRole("button", { name: text("evaluate:attention.retry", { count: 2 }) }));
  await waitFor(() => expect(retried).toEqual(["may_help=true", "reason=ai.timeout"]));
});

it("shows two reasons first where there are many", async () => {
  const user = userEvent.setup();
  const kinds = ["ai.timeout", "document.encrypted", "document.empty_file", "document.malformed"] as const;
  await openFailed(
    kinds.map((kind) => reason(kind, 2, 0)),
    0,
  );
  const region = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  const more = await within(region).findByRole("button", { name: text("evaluate:attention.reasons", { count: 2 }) });
  expect(within(region).getAllByRole("button", { expanded: false })).toHaveLength(2);
  await user.click(more);
  await waitFor(() => expect(within(region).getAllByRole("button", { expanded: false })).toHaveLength(4));
  expect(more.isConnected).toBe(false);
});

it("names what could not be retried, and why", async () => {
  const user = userEvent.setup();
  await openFailed([reason("ai.timeout", 3, 3)], problem(403, "permission.denied"));
  const region = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  await user.click(await within(region).findByRole("button", { name: text("evaluate:attention.retry", { count: 3 }) }));
  const why = [text("evaluate:failed.retry", { count: 3 }), text("errors:permission.denied")].join(" ");
  expect(await screen.findByText(why)).toBeTruthy();
});

it("lists the first files of a reason, and how many more there are", async () => {
  const user = userEvent.setup();
  const asked: string[] = [];
  const { batch: mine, handlers } = finishedBatch({});
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/batches/{batch_id}/reasons`, () => paged([reason("document.encrypted", 60, 0)])),
      on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) => {
        if (!query.get("reason")) return paged([batchTask()]);
        asked.push(`${query.get("status")} ${query.get("reason")} ${query.get("limit")}`);
        return { ...paged([batchTask({ id: idOf(310), status: "failed", file_name: "first.pdf" })]), total: 60 };
      }),
      ...handlers,
    ],
  });
  const region = await screen.findByRole("region", { name: text("evaluate:attention.title") });
  await user.click(
    await within(region).findByRole("button", { name: new RegExp(text("evaluate:reason.document.encrypted")) }),
  );
  expect(await within(region).findByRole("button", { name: "first.pdf" })).toBeTruthy();
  expect(within(region).getByText(text("evaluate:attention.more", { count: 59 }))).toBeTruthy();
  expect(new Set(asked)).toEqual(new Set(["failed document.encrypted 50"]));
});

it("lists every batch of the job, finds one by name, and names the opened one", async () => {
  const user = userEvent.setup();
  const all = Array.from({ length: 260 }, (_, at) => batch({ id: idOf(1_000 + at), file_name: `upload-${at}.zip` }));
  const opened = all[120] ?? batch();
  const { handlers } = finishedBatch({});
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${opened.id}`, {
    handlers: [
      on("get", `${O}/batches`, ({ query }) => {
        if (query.get("active")) return paged([]);
        const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
        return { items: all.slice(offset, offset + limit), total: all.length };
      }),
      on("get", `${O}/batches/{batch_id}`, ({ params }) => all.find(({ id }) => id === params["batch_id"]) ?? opened),
      ...handlers,
    ],
  });
  const select = await screen.findByRole("combobox", { name: text("evaluate:batch.select") });
  const box = select.closest<HTMLElement>(".ant-select") as HTMLElement;
  await within(box).findByText(/^upload-120\.zip/);
  await user.click(select);
  await user.type(select, "upload-259");
  await user.click(await screen.findByTitle(/^upload-259\.zip/));
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("batch_id")).toBe(idOf(1_259)));
});

it("clears failed entries unless that is undone, and counts those cleared by a task", async () => {
  startSkippableTime();
  const user = userEvent.setup();
  const { batch: mine, handlers } = finishedBatch({});
  const cleared = task({ kind: "batch.clear", result: { count: 501 } as unknown as Record<string, never> });
  const asked = vi.fn();
  const clear = on("delete", `${O}/batches/{batch_id}/tasks`, ({ query }) => {
    asked(Object.fromEntries(query));
    return cleared;
  });
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [clear, ...handlers] });
  await user.click(await screen.findByRole("button", { name: text("evaluate:attention.clear") }));
  expect(screen.queryByRole("region", { name: text("evaluate:attention.title") })).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("evaluate:row.undo") }));
  await user.click(await screen.findByRole("button", { name: text("evaluate:attention.clear") }));
  expect(asked).not.toHaveBeenCalled();
  await waitForLater(() => expect(screen.getByText(text("evaluate:done.clear", { count: 501 }))).toBeTruthy());
  expect(asked).toHaveBeenCalledOnce();
  const [sent] = asked.mock.calls[0] as [{ status: string; ended_seconds_ago: string }];
  expect(sent.status).toBe("failed");
  // What fails while the deletion can be undone stays.
  expect(Number(sent.ended_seconds_ago)).toBeGreaterThanOrEqual(UNDO_MS / 1_000);
});

it("shows criterion and quotation of a mark and highlights the criterion in every row", async () => {
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(900);
  const { batch: mine, handlers } = finishedBatch({});
  const criterion = (name: string, quote: string | null) => ({
    criterion: name,
    quote,
    kind: "must",
    verdict: "met",
    weight: 50,
    confidence: 1,
  });
  const detail = on("get", `${O}/batch-tasks/{task_id}`, () => ({
    ...batchTask(),
    ai_eval: { criteria: [criterion("Five years of Rust", "Rust since 2019"), criterion("Kafka", null)] } as never,
    work_experiences: [],
  }));
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, { handlers: [detail, ...handlers] });
  await screen.findByText("Wang Wei");
  const marks = () => [...document.querySelectorAll<HTMLElement>('[data-mark="0"]')];
  await waitFor(() => expect(marks()).toHaveLength(2));
  fireEvent.pointerOver(marks()[0] as HTMLElement);
  const tip = await screen.findByRole("tooltip");
  expect(await within(tip).findByText("Five years of Rust")).toBeTruthy();
  expect(within(tip).getByText("Rust since 2019")).toBeTruthy();
  expect(marks().map((mark) => mark.dataset["lit"])).toEqual(["true", "true"]);
  fireEvent.pointerOver(await screen.findByText("Wang Wei"));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  expect(marks().map((mark) => mark.dataset["lit"])).toEqual([undefined, undefined]);
});

it("shows where the built-in engine was used and the cost of the batch", async () => {
  const { batch: mine, handlers } = finishedBatch({});
  const flags: Flag[] = [
    { kind: "reading_differs", quote: "a" },
    { kind: "reading_differs", quote: "b" },
  ];
  const row = batchTask({ recommendation: LEVEL.strong, engine: "built-in", fallback_reason: "ai.timeout", flags });
  const total = { requests: 40, prompt_tokens: 1_000, completion_tokens: 200, cost: 1.25 };
  await renderApp(`/evaluate?job_id=${job().id}&batch_id=${mine.id}`, {
    handlers: [
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([row])),
      on("get", `${O}/ai-usage`, ({ query }) => aiUsage(query.get("batch_id") === mine.id ? total : {})),
      ...handlers,
    ],
  });
  const note = await screen.findByText(text("evaluation:engine.stood_in"));
  expect(note.title).toContain(text("evaluation:engine.why.timeout"));
  expect(screen.getByRole("img", { name: text("evaluation:flag.reading_differs") })).toBeTruthy();
  const line = text("common:ai_usage.line", { count: 40, tokens: "1,200", cost: "$1.25" });
  expect(await screen.findByText(line)).toBeTruthy();
});
