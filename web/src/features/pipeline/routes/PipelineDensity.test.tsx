// How much of each candidate the board shows, and what it shows about a card that is pointed at or focused.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { boardApi, card, JOB } from "@/testing/board";
import { aiEval, applicationDetail, idOf } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;

const done = async () => [];
const cardOf = (name: string) => screen.findByRole("article", { name });
const isCompact = async (name: string) => (await cardOf(name)).getAttribute("data-compact") === "true";
const compactButton = () => screen.findByRole("button", { name: text("pipeline:density.compact") });

beforeEach(mockElementSize);

it("is compact from twenty cards in a lane, until the person chooses", async () => {
  const user = userEvent.setup();
  const cards = Array.from({ length: 20 }, (_, at) => card(at + 1, `Candidate ${at + 1}`));
  const view = await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  expect(await isCompact("Candidate 1")).toBe(true);
  expect((await compactButton()).getAttribute("aria-pressed")).toBe("true");
  await user.click(await compactButton());
  await waitFor(async () => expect(await isCompact("Candidate 1")).toBe(false));
  view.unmount();

  await renderApp(ADDRESS, { handlers: boardApi(done, cards).handlers });
  expect(await isCompact("Candidate 1")).toBe(false);
});

it("is comfortable with fewer cards, and shows a compact card's summary on focus", async () => {
  const user = userEvent.setup();
  const summary = "Ten years of payment systems in Rust.";
  await renderApp(ADDRESS, { handlers: boardApi(done, [card(1, "Chen Yu", { summary })]).handlers });
  expect(await isCompact("Chen Yu")).toBe(false);
  expect(await within(await cardOf("Chen Yu")).findByText(summary)).toHaveProperty("tagName", "P");
  await user.click(await compactButton());
  await waitFor(async () => expect(await isCompact("Chen Yu")).toBe(true));
  (await cardOf("Chen Yu")).closest<HTMLElement>("[data-card]")?.focus();
  expect((await screen.findByRole("tooltip")).textContent).toBe(summary);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

it("quotes the resume for the mark under the pointer, and opens it there", async () => {
  const user = userEvent.setup();
  const criteria = [
    { criterion: "Rust", kind: "must", verdict: "met", weight: 60, confidence: 0.9, quote: "Rust since 2018" },
    { criterion: "Kafka", kind: "nice", verdict: "partly", weight: 40, confidence: 0.9, quote: "Kafka at Yunfan" },
  ] as CriterionResult[];
  const detail = applicationDetail({ id: idOf(1), job_id: JOB.id, resume_id: null, ai_eval: aiEval({ criteria }) });
  const handlers = [
    on("get", `${O}/applications/{application_id}`, () => detail),
    ...boardApi(done, [card(1, "Chen Yu", { strip: "Mp" })]).handlers,
  ];
  await renderApp(ADDRESS, { handlers });
  const mark = (await cardOf("Chen Yu")).querySelectorAll("[data-mark]")[1] as Element;
  await user.hover(mark);
  expect((await screen.findByRole("tooltip")).textContent).toContain("Kafka at Yunfan");
  await user.click(mark);
  const panel = await screen.findByRole("complementary");
  expect(await within(panel).findByText(text("review:no_resume"))).toBeDefined();
});
