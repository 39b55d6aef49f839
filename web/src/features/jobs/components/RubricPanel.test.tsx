import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Criterion, JobRubric } from "@/lib/api/types";
import { job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOB = "/api/organizations/{organization_id}/jobs/{job_id}";
const CRITERIA = "/api/organizations/{organization_id}/job-criteria";
const PREVIEW = "/api/organizations/{organization_id}/job-rubric";

const criterion = (id: string, weight: number, change: Partial<Criterion> = {}): Criterion => ({
  id,
  text: id,
  kind: "must",
  weight,
  dimension: "skills_match",
  ...change,
});

const read = (criteria: Criterion[], change: Partial<JobRubric> = {}): JobRubric => ({
  criteria,
  language: "en-US",
  thresholds: { strongly_recommend: 85, recommend: 70, average: 60 },
  career_weight: 25,
  version: "1",
  revision: 0,
  can_assess: true,
  unread_by: null,
  refused_by: null,
  ...change,
});

/** "Rust" in the fixture's description. */
const RUST = criterion("Rust", 50, { source: { field: "jd", start: 19, end: 23 } });
const EXTRACTED = read([RUST, criterion("Kafka", 30), criterion("German", 20, { kind: "nice" })]);

function rubricApi(start: JobRubric = EXTRACTED) {
  const state = { rubric: start, put: [] as unknown[], previewed: [] as unknown[] };
  const handlers = [
    on("get", JOB, () => job()),
    on("get", `${JOB}/rubric`, () => state.rubric),
    on("put", `${JOB}/rubric`, ({ body }) => {
      state.put.push(body);
      const { revision, ...edited } = body as Partial<JobRubric>;
      if (revision !== state.rubric.revision) {
        return problem(409, "request.stale", { current: state.rubric });
      }
      const edited_at = "2026-03-02T08:00:00Z";
      state.rubric = { ...state.rubric, ...edited, edited_at, revision: revision + 1 };
      return state.rubric;
    }),
    on("delete", `${JOB}/rubric`, () => {
      state.rubric = EXTRACTED;
      return empty();
    }),
    on("post", PREVIEW, ({ body }) => {
      state.previewed.push(body);
      return read([criterion("Previewed", 100)]);
    }),
  ];
  return { state, handlers };
}

const panel = () => screen.findByRole("complementary", { name: text("jobs:rubric.title") });
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole("button", { name }));
const criteriaOf = () =>
  screen.getAllByRole<HTMLTextAreaElement>("textbox", { name: /^Criterion/ }).map((box) => box.value);

it("highlights the phrase of the criterion under the pointer or the focus", async () => {
  const user = userEvent.setup();
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi().handlers });
  const wording = await within(await panel()).findByRole("button", { name: "Rust" });
  await user.hover(wording);
  await waitFor(() => expect(document.querySelector("mark")?.textContent).toBe("Rust"));
  await user.unhover(wording);
  await waitFor(() => expect(document.querySelector("mark")).toBeNull());
  wording.focus();
  await waitFor(() => expect(document.querySelector("mark")?.textContent).toBe("Rust"));
});

it("says how often HR disagreed with the evaluations on a criterion, also while it is being edited", async () => {
  const user = userEvent.setup();
  const counts = on("get", `${JOB}/marks`, () => paged([{ criterion: "Kafka", marks: 20, disagreements: 7 }]));
  await renderApp(`/jobs/${job().id}`, { handlers: [...rubricApi().handlers, counts] });
  const said = text("jobs:rubric.disagreed", { disagreements: 7, marks: 20 });
  expect(within((await screen.findByText(said)).closest("li") as HTMLElement).getByText("Kafka")).toBeTruthy();
  await press(user, text("jobs:rubric.edit"));
  const [, second] = await screen.findAllByRole("textbox", { name: /^Criterion/ });
  await user.type(second as HTMLElement, " and Redis");
  expect((await screen.findByText(said)).closest("li")?.contains(second as HTMLElement)).toBe(true);
});

it("highlights no other words once the job's text changes", async () => {
  const user = userEvent.setup();
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi().handlers });
  const description = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("jobs:field.jd") });
  description.focus();
  description.setSelectionRange(0, 0);
  await user.hover(await within(await panel()).findByRole("button", { name: "Rust" }));
  await waitFor(() => expect(document.querySelector("mark")?.textContent).toBe("Rust"));
  await user.keyboard("New: ");
  await waitFor(() => expect(document.querySelector("mark")).toBeNull());
});

it("says that career fit has its share of the score", async () => {
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi().handlers });
  expect(await screen.findByText(text("jobs:rubric.career", { share: "25" }))).toBeTruthy();
});

it("changes wording, kind and weight, removes and adds criteria, and restores what was read", async () => {
  const user = userEvent.setup();
  const api = rubricApi();
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  await press(user, text("jobs:rubric.edit"));
  const box = await screen.findByRole("textbox", { name: text("jobs:rubric.criterion", { number: 1 }) });
  await user.clear(box);
  await user.type(box, "Five years of Rust");
  await press(user, text("jobs:rubric.remove", { criterion: "Kafka" }));
  const german = screen.getAllByRole("listitem").find((row) => row.textContent?.includes("German"));
  await user.click(await within(german as HTMLElement).findByText(text("jobs:rubric.must")));
  const weight = screen.getByRole("spinbutton", { name: text("jobs:rubric.weight_of", { criterion: "German" }) });
  await user.clear(weight);
  await user.type(weight, "40");
  await press(user, text("jobs:rubric.add"));
  await user.keyboard("Docker");
  const save = await within(await panel()).findByRole("button", { name: text("jobs:save") });
  await user.click(save);
  await waitFor(() =>
    expect(api.state.put).toEqual([
      {
        criteria: [
          {
            id: "Rust",
            text: "Five years of Rust",
            kind: "must",
            weight: 50,
            dimension: "skills_match",
            source: RUST.source,
          },
          { id: "German", text: "German", kind: "must", weight: 40, dimension: "skills_match" },
          { text: "Docker", kind: "nice", weight: 10, dimension: "skills_match" },
        ],
        thresholds: EXTRACTED.thresholds,
        career_weight: 25,
        revision: 0,
      },
    ]),
  );
  await press(user, text("jobs:rubric.reset"));
  expect(await within(await panel()).findByText("Kafka")).toBeTruthy();
});

it("shows a colleague's rubric beside the edited one instead of overwriting it", async () => {
  const user = userEvent.setup();
  const api = rubricApi();
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  await press(user, text("jobs:rubric.edit"));
  const box = await screen.findByRole("textbox", { name: text("jobs:rubric.criterion", { number: 1 }) });
  await user.type(box, " in production");
  api.state.rubric = read([criterion("Elixir", 100)], { edited_at: "2026-03-02T08:00:00Z", revision: 1 });
  await user.click(await within(await panel()).findByRole("button", { name: text("jobs:save") }));
  const notice = await screen.findByRole("alert");
  expect(within(notice).getByText("Elixir")).toBeTruthy();
  expect(api.state.rubric.criteria[0]?.text).toBe("Elixir");
  expect(criteriaOf()[0]).toBe("Rust in production");

  const sent = api.state.put.length;
  await user.click(await within(notice).findByRole("button", { name: text("common:conflict.keep_mine") }));
  await user.click(await within(await panel()).findByRole("button", { name: text("jobs:save") }));
  await waitFor(() => expect(api.state.put.length).toBe(sent + 1));
  await waitFor(() => expect(api.state.rubric.criteria[0]?.text).toBe("Rust in production"));
});

it("moves a criterion by keyboard, with the focus on it", async () => {
  const user = userEvent.setup();
  const order = read([criterion("one", 30), criterion("two", 30), criterion("three", 40)]);
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi(order).handlers });
  await press(user, text("jobs:rubric.edit"));
  const down = text("jobs:rubric.down", { criterion: "one" });
  (await screen.findByRole("button", { name: down })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(down));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(criteriaOf()).toEqual(["two", "three", "one"]));
  expect(document.activeElement?.getAttribute("aria-label")).toBe(down);
  await user.keyboard("{Enter}");
  expect(criteriaOf()).toEqual(["two", "three", "one"]);

  screen.getByRole("button", { name: text("jobs:rubric.remove", { criterion: "one" }) }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(criteriaOf()).toEqual(["two", "three"]));
  expect(document.activeElement?.getAttribute("aria-label")).toBe(text("jobs:rubric.remove", { criterion: "three" }));
});

it("keeps unsaved criteria while the text is changed", async () => {
  const user = userEvent.setup();
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi().handlers });
  await press(user, text("jobs:rubric.edit"));
  const box = await screen.findByRole("textbox", { name: text("jobs:rubric.criterion", { number: 1 }) });
  await user.type(box, " in production");
  await user.type(await screen.findByRole("textbox", { name: text("jobs:field.jd") }), " And Go.");
  expect(criteriaOf()[0]).toBe("Rust in production");
});

it("shows an edited rubric whatever the text says, and points into unchanged text only", async () => {
  const user = userEvent.setup();
  const api = rubricApi({ ...EXTRACTED, edited_at: "2026-03-02T08:00:00Z" });
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  expect(await screen.findByText(new RegExp(text("jobs:rubric.edited")))).toBeTruthy();
  expect(screen.queryByText(new RegExp(text("jobs:rubric.correct").replace("?", "\\?")))).toBeNull();
  expect(await within(await panel()).findByRole("button", { name: "Rust" })).toBeTruthy();
  await user.type(await screen.findByRole("textbox", { name: text("jobs:field.jd") }), " And Go.");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Rust" })).toBeNull());
  expect(within(await panel()).getByText("Rust")).toBeTruthy();
  expect(api.state.previewed).toEqual([]);
});

it("adds criteria by hand where none were found", async () => {
  const user = userEvent.setup();
  await renderApp(`/jobs/${job().id}`, { handlers: rubricApi(read([])).handlers });
  expect(await screen.findByText(text("jobs:rubric.nothing"))).toBeTruthy();
  await press(user, text("jobs:rubric.edit"));
  expect(await screen.findByRole("button", { name: text("jobs:rubric.add") })).toBeTruthy();
});

it("previews a job whose description is written before its title", async () => {
  const user = userEvent.setup();
  const api = rubricApi();
  await renderApp("/jobs/new", { handlers: api.handlers });
  await user.type(await screen.findByRole("textbox", { name: text("jobs:field.jd") }), "Rust");
  expect(await within(await panel()).findByText("Previewed", {}, { timeout: 3_000 })).toBeTruthy();
  expect(api.state.previewed.at(-1)).toMatchObject({ title: "", jd: "Rust" });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says that a model's reading was refused, and lets it read again", async () => {
  const { handlers } = rubricApi({ ...EXTRACTED, refused_by: "gpt-4o" });
  await renderApp(`/jobs/${job().id}`, { handlers });
  await within(await panel()).findByText(text("jobs:rubric.refused_by", { model: "gpt-4o" }));
  within(await panel()).getByRole("button", { name: text("jobs:rubric.read_again", { model: "gpt-4o" }) });
});

it("says that a model's answer was unusable, and lets it read again", async () => {
  const { handlers } = rubricApi({ ...EXTRACTED, unusable_by: "gpt-4o" });
  await renderApp(`/jobs/${job().id}`, { handlers });
  await within(await panel()).findByText(text("jobs:rubric.unusable_by", { model: "gpt-4o" }));
  within(await panel()).getByRole("button", { name: text("jobs:rubric.read_again", { model: "gpt-4o" }) });
  expect(screen.queryByText(text("jobs:rubric.refused_by", { model: "gpt-4o" }))).toBeNull();
});

it("lets the model that was set up later read the job again, only if asked", async () => {
  const user = userEvent.setup();
  const { state, handlers } = rubricApi({ ...EXTRACTED, unread_by: "gpt-4o" });
  const resets: (string | null)[] = [];
  const reset = on("delete", `${JOB}/rubric`, ({ query }) => {
    resets.push(query.get("read_again"));
    state.rubric = EXTRACTED;
    return empty();
  });
  await renderApp(`/jobs/${job().id}`, { handlers: [reset, ...handlers] });
  const label = text("jobs:rubric.read_again", { model: "gpt-4o" });
  await within(await panel()).findByText(text("jobs:rubric.unread_by"));
  await press(user, label);
  await waitFor(() => expect(resets).toEqual(["true"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: label })).toBeNull());
});

const WRITTEN = "- Rust (60)\n- Female candidates preferred\n- German (40)\nFree lunch";
const at = (words: string) => {
  const start = WRITTEN.indexOf(words);
  return { field: "ai_evaluation_criteria" as const, start, end: start + words.length };
};

function criteriaApi(start?: JobRubric) {
  const { state, handlers } = rubricApi(start);
  const written = job({ ai_evaluation_criteria: WRITTEN });
  const reading = on("post", CRITERIA, ({ body }) => {
    const text = (body as { ai_evaluation_criteria: string }).ai_evaluation_criteria;
    const source = at("- Rust (60)");
    const marked = text.indexOf("Female candidates preferred");
    return {
      criteria: [
        { text: "Rust", kind: "must" as const, weight: 60, cap: 70, source },
        { text: "German", kind: "must" as const, weight: 40, source: at("- German (40)") },
      ],
      parts: [{ role: "not_read" as const, source: at("Free lunch") }],
      protected:
        marked < 0
          ? []
          : [
              {
                attribute: "gender" as const,
                clause: "Equality Act 2010",
                source: { field: "ai_evaluation_criteria" as const, start: marked, end: marked + 27 },
              },
            ],
    };
  });
  return { state, handlers: [on("get", JOB, () => written), reading, ...handlers] };
}

it("shows the criteria for confirmation, with what was not read, and keeps them once confirmed", async () => {
  const user = userEvent.setup();
  const { state, handlers } = criteriaApi();
  await renderApp(`/jobs/${job().id}`, { handlers });
  await within(await panel()).findByRole("button", { name: "Free lunch" });
  await press(user, text("jobs:criteria.check"));
  await waitFor(() => expect(criteriaOf()).toEqual(["Rust", "German"]));
  const cap = screen.getByRole("spinbutton", { name: text("jobs:rubric.cap_of", { criterion: "German" }) });
  await user.type(cap, "50");
  await press(user, text("jobs:criteria.confirm"));
  await waitFor(() => expect(state.put).toHaveLength(1));
  expect(state.put[0]).toMatchObject({
    criteria: [
      { id: "Rust", text: "Rust", weight: 60, cap: 70 },
      { id: "German", text: "German", weight: 40, cap: 50 },
    ],
  });
  expect(await screen.findByText(new RegExp(text("jobs:rubric.edited")))).toBeTruthy();
  expect(screen.queryByRole("button", { name: text("jobs:criteria.check") })).toBeNull();
});

it("makes a line that was not read a criterion by one press", async () => {
  const user = userEvent.setup();
  const { state, handlers } = criteriaApi();
  await renderApp(`/jobs/${job().id}`, { handlers });
  await press(user, text("jobs:criteria.check"));
  await press(user, text("jobs:criteria.add_line", { line: "Free lunch" }));
  expect(criteriaOf()).toEqual(["Rust", "German", "Free lunch"]);
  const box = screen.getByRole("textbox", { name: text("jobs:rubric.criterion", { number: 3 }) });
  expect(document.activeElement).toBe(box);
  expect(screen.queryByText(text("jobs:criteria.not_read"))).toBeNull();
  await press(user, text("jobs:criteria.confirm"));
  await waitFor(() => expect(state.put).toHaveLength(1));
  expect(state.put[0]).toMatchObject({ criteria: [{}, {}, { text: "Free lunch", kind: "nice" }] });
});

it("marks in the text what may not be asked, with the clause", async () => {
  const { handlers } = criteriaApi();
  await renderApp(`/jobs/${job().id}`, { handlers });
  expect(await screen.findByText(/Equality Act 2010/)).toBeTruthy();
  const marks = [...document.querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marks).toEqual(["Female candidates preferred"]);
});

it("marks a criterion typed by hand that may not be asked", async () => {
  const user = userEvent.setup();
  const { handlers } = criteriaApi({ ...EXTRACTED, edited_at: "2026-03-02T08:00:00Z" });
  await renderApp(`/jobs/${job().id}`, { handlers });
  await press(user, text("jobs:rubric.edit"));
  const box = await screen.findByRole("textbox", { name: text("jobs:rubric.criterion", { number: 2 }) });
  await user.clear(box);
  await user.type(box, "Female candidates preferred");
  const row = box.closest("li") as HTMLElement;
  expect(await within(row).findByText(/Equality Act 2010/, {}, { timeout: 3_000 })).toBeTruthy();
});
