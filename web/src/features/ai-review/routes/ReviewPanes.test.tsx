// The three panes of a wide window: their room, the marks of the list, and stepping through the candidates.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { CriterionResult } from "@/lib/api/types";
import { aiEval, application, applicationDetail, idOf, job } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const JOB = job();
const RUST = "Five years of Rust";
const KAFKA = "Kafka";

function criterion(name: string, quote: string | null, change: Partial<CriterionResult> = {}): CriterionResult {
  const verdict = quote ? "met" : "unknown";
  return { criterion: name, quote, verdict, kind: "must", weight: 50, dimension: "d", confidence: 1, ...change };
}

function candidate(id: number, name: string, criteria: CriterionResult[]) {
  const { person } = application();
  return application({
    id: idOf(id),
    person: { ...person, id: idOf(id + 100), name },
    status: STAGE.aiReview,
    sub_status: SUB_STATUS.recommendContact,
    ai_eval: aiEval({ criteria }),
    resume_id: idOf(id + 200),
    resume_file_name: "resume.pdf",
  });
}

const CHEN = candidate(1, "Chen Yu", [criterion(RUST, "Rust at Yunfan"), criterion(KAFKA, "Kafka at Yunfan")]);
// Evaluated before the rubric had its first criterion.
const WANG = candidate(2, "Wang Wei", [criterion(KAFKA, "Kafka at Beta")]);
const LI = candidate(3, "Li Na", [criterion(RUST, "Rust at Gamma"), criterion(KAFKA, null)]);
const ALL = [CHEN, WANG, LI];

/** Three candidates. Each is answered once; later requests stay unanswered. */
function reviewApi(first: () => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const files: string[] = [];
  const handlers = [
    on("get", `${O}/jobs`, () => paged([JOB])),
    on("get", `${O}/jobs/{job_id}`, () => JOB),
    on("get", `${O}/jobs/{job_id}/tiers`, () => ({ tier_1: 3, tier_2: 0, tier_3: 0 }) as never),
    on("get", `${O}/applications`, () => ({ ...paged(ALL), total_is_estimate: false })),
    on("get", `${O}/applications/{application_id}`, async ({ params }) => {
      const id = params["application_id"] ?? "";
      asked.push(id);
      if (asked.filter((one) => one === id).length > 1) return new Promise<never>(() => {});
      if (id === CHEN.id) await first();
      return applicationDetail(ALL.find((one) => one.id === id) ?? {});
    }),
    on("get", `${O}/applications/{application_id}/evaluations`, () => paged([])),
    http.get("*/applications/:id/resume", ({ params }) => {
      files.push(String(params["id"]));
      return HttpResponse.text("no resume");
    }),
  ];
  return { handlers, asked, files };
}

const open = (handlers: ReturnType<typeof reviewApi>["handlers"]) =>
  renderApp(`/ai-review?job_id=${JOB.id}`, { handlers });
const rowOf = (name: string) => screen.findByRole("button", { name: new RegExp(`^${name}`) });
const marksOf = async (name: string) => [...(await rowOf(name)).querySelectorAll<HTMLElement>("[data-mark]")];
const opened = () => new URLSearchParams(window.location.search).get("id");

beforeEach(() => {
  mockElementSize();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes("min-width") || media.includes("prefers-reduced-motion"),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
});

it("uses the whole width and height of the window", async () => {
  await open(reviewApi().handlers);
  const list = await screen.findByRole("region", { name: text("review:list.label") });
  expect(screen.getByRole("main").dataset["layout"]).toBe("data");
  expect(list.parentElement?.hasAttribute("data-fills-screen")).toBe(true);
});

it("explains a mark under the pointer and lights its criterion in every row", async () => {
  await open(reviewApi().handlers);
  const [rust, kafka] = await marksOf("Chen Yu");
  fireEvent.pointerOver(kafka as HTMLElement);
  const tip = await screen.findByRole("tooltip");
  expect(within(tip).getByText(KAFKA)).toBeTruthy();
  expect(within(tip).getByText("Kafka at Yunfan")).toBeTruthy();
  const lit = (marks: HTMLElement[]) => marks.map((mark) => mark.dataset["lit"] === "true");
  expect(lit(await marksOf("Chen Yu"))).toEqual([false, true]);
  expect(lit(await marksOf("Wang Wei"))).toEqual([true]);
  expect(lit(await marksOf("Li Na"))).toEqual([false, true]);
  expect(rust?.title).toBe("");
  fireEvent.pointerLeave(await screen.findByRole("region", { name: text("review:list.label") }));
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(lit(await marksOf("Wang Wei"))).toEqual([false]);
});

it("opens the quotation of a clicked mark, of another candidate and of the opened one", async () => {
  const user = userEvent.setup();
  await open(reviewApi().handlers);
  await user.click((await marksOf("Li Na"))[0] as HTMLElement);
  await waitFor(() => expect(opened()).toBe(LI.id));
  const pane = () => screen.findByRole("article", { name: "Li Na" });
  const pressed = async () => within(await pane()).getByRole("button", { name: /Rust at Gamma/ }).ariaPressed;
  await waitFor(async () => expect(await pressed()).toBe("true"));
  expect(screen.queryByRole("tooltip")).toBeNull();

  const scrolled = vi.spyOn(Element.prototype, "scrollTo");
  await user.click((await marksOf("Li Na"))[1] as HTMLElement);
  await waitFor(async () => expect(await pressed()).toBe("false"));
  await waitFor(() => expect(scrolled).toHaveBeenCalled());

  await user.click(await rowOf("Wang Wei"));
  const other = await screen.findByRole("article", { name: "Wang Wei" });
  expect(within(other).getByRole("button", { name: /Kafka at Beta/ }).ariaPressed).toBe("false");
});

it("loads the next and the previous candidate ahead, so that stepping shows no skeleton", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { handlers, asked, files } = reviewApi(() => answered);
  const user = userEvent.setup();
  await open(handlers);
  await rowOf("Chen Yu");
  await waitFor(() => expect(asked).toEqual([CHEN.id]));
  answer();
  await screen.findByRole("article", { name: "Chen Yu" });
  await waitFor(() => expect(files).toEqual([CHEN.id, WANG.id]));
  expect(asked).toEqual([CHEN.id, WANG.id]);

  const skeletons: Element[] = [];
  const observer = new MutationObserver(() => skeletons.push(...document.querySelectorAll("article .ant-skeleton")));
  observer.observe(document.body, { childList: true, subtree: true });
  await user.keyboard("j");
  await screen.findByRole("article", { name: "Wang Wei" });
  await waitFor(() => expect(files).toEqual([CHEN.id, WANG.id, LI.id]));
  await user.keyboard("k");
  await screen.findByRole("article", { name: "Chen Yu" });
  await user.keyboard("jj");
  await screen.findByRole("article", { name: "Li Na" });
  observer.disconnect();
  expect(skeletons).toEqual([]);
  expect(asked).toEqual([CHEN.id, WANG.id, LI.id]);
});
