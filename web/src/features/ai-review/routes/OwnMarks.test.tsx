import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { STAGE } from "@/entities/application/stages";
import type { CriterionResult, EvaluationMark, EvaluationMarks, MarkInput, Verdict } from "@/lib/api/types";
import { aiEval, application, applicationDetail, idOf, job } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const MARKS = `${O}/applications/{application_id}/marks` as const;
const EVALUATION = idOf(800);

const criterion = (name: string, kind: "must" | "nice", verdict: Verdict): CriterionResult => ({
  criterion: name,
  kind,
  verdict,
  weight: 50,
  dimension: "skills_match",
  quote: null,
  confidence: 0.9,
  question: null,
});

const CHEN = application({
  status: STAGE.aiReview,
  ai_eval: aiEval({ criteria: [criterion("Rust", "must", "met"), criterion("Kafka", "nice", "unknown")] }),
});

const mark = (change: Partial<EvaluationMark>): EvaluationMark => ({
  criterion: 0,
  text: "Rust",
  judged: "met",
  verdict: "not",
  reason: "",
  is_earlier: false,
  user_id: idOf(901),
  user_name: "Lin Yue",
  marked_at: "2026-03-02T08:00:00Z",
  ...change,
});

/** Marks kept as the server does: those of others stay hidden until the criterion is marked. */
function marksApi(others: EvaluationMark[] = [], { isRefused = false } = {}) {
  let own: EvaluationMark[] = [];
  const put: MarkInput[] = [];
  const state = (): EvaluationMarks => {
    const shown = others.filter((one) => own.some((given) => given.criterion === one.criterion));
    return {
      evaluation_id: EVALUATION,
      can_mark: true,
      own,
      others: shown,
      concealed: others.length - shown.length,
      own_score: own.length > 0 ? 42 : null,
    };
  };
  const handlers = [
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/jobs/{job_id}`, () => job()),
    on("get", `${O}/jobs/{job_id}/tiers`, () => ({ tier_1: 1, tier_2: 0, tier_3: 0 }) as never),
    on("get", `${O}/applications`, () => ({ ...paged([CHEN]), total_is_estimate: false })),
    on("get", `${O}/applications/{application_id}`, () => applicationDetail(CHEN)),
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([])),
    on("get", `${O}/emails`, () => paged([])),
    on("get", MARKS, state),
    on("put", MARKS, ({ body }) => {
      const input = body as MarkInput;
      put.push(input);
      if (isRefused) return problem(409, "request.stale");
      own = own.filter((one) => one.criterion !== input.criterion);
      own.push(mark({ ...input, reason: input.reason ?? "", user_id: idOf(900) }));
      return state();
    }),
    on("delete", MARKS, ({ query }) => {
      own = own.filter((one) => one.criterion !== Number(query.get("criterion")));
      return empty();
    }),
  ];
  return { handlers, put };
}

const open = ({ handlers }: ReturnType<typeof marksApi>) => renderApp(`/ai-review?job_id=${job().id}`, { handlers });
const verdict = (of: Verdict) => text(`common:verdict.${of}`);
const agree = (name: string, of: Verdict) => text("evaluation:own.agree", { criterion: name, verdict: verdict(of) });
const withdraw = (name: string, of: Verdict) =>
  text("evaluation:own.withdraw", { criterion: name, verdict: verdict(of) });
const choices = (name: string) =>
  screen.findByRole("radiogroup", { name: text("evaluation:own.choose", { criterion: name }) });
const ready = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
  return button;
};

beforeEach(mockElementSize);
afterEach(() => void vi.restoreAllMocks());

it("agrees with one press, shows the own score, and takes it back with another press", async () => {
  const user = userEvent.setup();
  const api = marksApi();
  await open(api);
  await user.click(await ready(agree("Rust", "met")));
  const given = await screen.findByRole("button", { name: withdraw("Rust", "met") });
  expect(api.put).toEqual([{ evaluation_id: EVALUATION, criterion: 0, verdict: "met", reason: "" }]);
  expect(await screen.findByText(text("evaluation:own.score"))).toBeTruthy();
  await user.click(given);
  expect(await screen.findByRole("button", { name: agree("Rust", "met") })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(text("evaluation:own.score"))).toBeNull());
});

it("asks why for another verdict, and removes it when pressed again", async () => {
  const user = userEvent.setup();
  const api = marksApi();
  await open(api);
  await ready(agree("Rust", "met"));
  const not = within(await choices("Rust")).getByRole("radio", { name: verdict("not") });
  await user.click(not);
  const why = text("evaluation:own.reason", { verdict: verdict("not") });
  await user.type(await screen.findByRole("textbox", { name: why }), "A colleague's work{Enter}");
  await waitFor(() => expect(api.put.at(-1)).toMatchObject({ verdict: "not", reason: "A colleague's work" }));
  expect(await screen.findByRole("button", { name: "A colleague's work" })).toBeTruthy();
  expect(not.getAttribute("aria-checked")).toBe("true");
  await user.click(not);
  await waitFor(() => expect(not.getAttribute("aria-checked")).toBe("false"));
  expect(await screen.findByRole("button", { name: agree("Rust", "met") })).toBeTruthy();
});

it("needs no reason: Escape leaves the verdict without one", async () => {
  const user = userEvent.setup();
  const api = marksApi();
  await open(api);
  await ready(agree("Kafka", "unknown"));
  await user.click(await within(await choices("Kafka")).findByRole("radio", { name: verdict("met") }));
  const why = text("evaluation:own.reason", { verdict: verdict("met") });
  await user.type(await screen.findByRole("textbox", { name: why }), "typed{Escape}");
  const add = text("evaluation:own.add_reason");
  expect(await screen.findByRole("button", { name: add })).toBeTruthy();
  expect(api.put.map(({ reason }) => reason)).toEqual([""]);
});

it("hides the marks of others until one's own is given", async () => {
  const user = userEvent.setup();
  await open(marksApi([mark({ reason: "Not proven" }), mark({ criterion: 1, text: "Kafka" })]));
  expect(await screen.findByText(text("evaluation:own.concealed", { count: 2 }))).toBeTruthy();
  expect(screen.queryByText("Not proven")).toBeNull();
  await user.click(await ready(agree("Rust", "met")));
  expect(await screen.findByText("Not proven")).toBeTruthy();
  expect(await screen.findByText(text("evaluation:own.concealed", { count: 1 }))).toBeTruthy();
});

it("moves through both rows by keyboard", async () => {
  const user = userEvent.setup();
  await open(marksApi());
  const first = await ready(agree("Rust", "met"));
  first.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe(agree("Kafka", "unknown"));
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe(`Kafka: ${verdict("unknown")}`);
  await user.keyboard("{ArrowDown} ");
  expect(await screen.findByRole("button", { name: withdraw("Kafka", "unknown") })).toBe(document.activeElement);
});

it("takes a mark back that could not be saved, and says so", async () => {
  const user = userEvent.setup();
  await open(marksApi([], { isRefused: true }));
  await user.click(await ready(agree("Rust", "met")));
  expect(await screen.findByText(new RegExp(text("evaluation:own.failed", { why: "" }).trim()))).toBeTruthy();
  expect(await screen.findByRole("button", { name: agree("Rust", "met") })).toBeTruthy();
});

it("gives a mark with its reason in the evidence of a glyph, which stays open", async () => {
  const user = userEvent.setup();
  const api = marksApi();
  await open(api);
  await ready(agree("Rust", "met"));
  await user.click(await screen.findByRole("button", { name: `Rust: ${verdict("met")}` }));
  const evidence = await screen.findByRole("dialog", { name: "Rust" });
  await user.click(await within(evidence).findByRole("radio", { name: verdict("partly") }));
  const why = await within(evidence).findByRole("textbox");
  await user.type(why, "Two years{Enter}");
  await waitFor(() => expect(api.put.at(-1)).toMatchObject({ verdict: "partly", reason: "Two years" }));
  expect(screen.getByRole("dialog", { name: "Rust" })).toBe(evidence);
});

it("gives marks in the comparison, with the reason inside of the dialog that keeps the focus", async () => {
  const user = userEvent.setup();
  const api = marksApi();
  const wang = { ...CHEN, id: idOf(2), person: { ...CHEN.person, id: idOf(102), name: "Wang Wei" } };
  const list = on("get", `${O}/applications`, () => ({ ...paged([CHEN, wang]), total_is_estimate: false }));
  await renderApp(`/ai-review?job_id=${job().id}`, { handlers: [list, ...api.handlers] });
  for (const box of await screen.findAllByRole("checkbox", { name: /./ })) await user.click(box);
  await user.click(await screen.findByRole("button", { name: text("review:decide.compare") }));
  const dialog = await screen.findByRole("dialog");
  const [rust] = await within(dialog).findAllByRole("radiogroup", {
    name: text("evaluation:own.choose", { criterion: "Rust" }),
  });
  await user.click(await within(rust as HTMLElement).findByRole("radio", { name: verdict("not") }));
  await user.type(await within(dialog).findByRole("textbox"), "Not proven{Enter}");
  await waitFor(() => expect(api.put.at(-1)).toMatchObject({ criterion: 0, verdict: "not", reason: "Not proven" }));
  expect((await within(dialog).findAllByText(text("evaluation:own.score"))).length).toBeGreaterThan(0);
});
