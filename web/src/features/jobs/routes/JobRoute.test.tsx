import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { InterviewLocation, Job, JobRubric, Member } from "@/lib/api/types";
import { aiUsage, idOf, job, ORGANIZATION_ID, session, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { ended, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOB = "/api/organizations/{organization_id}/jobs/{job_id}";
const RUBRIC: JobRubric = {
  revision: 0,
  criteria: [],
  language: "en-US",
  thresholds: { strongly_recommend: 85, recommend: 70, average: 60 },
  version: "1",
  can_assess: false,
};

/** A server with one job; a change of an outdated version is refused with the current job. */
function jobApi(start: Job) {
  const state = { job: start, sent: [] as unknown[] };
  const handlers = [
    on("get", JOB, () => state.job),
    on("patch", JOB, ({ body }) => {
      state.sent.push(body);
      const { version, ...changes } = body as Partial<Job>;
      if (version !== state.job.version) return problem(409, "request.stale", { current: state.job });
      state.job = { ...state.job, ...changes, version: state.job.version + 1 };
      return state.job;
    }),
    on("get", `${JOB}/rubric`, () => RUBRIC),
    on("post", "/api/organizations/{organization_id}/job-rubric", () => RUBRIC),
  ];
  /** Another user saves. */
  const elsewhere = (changes: Partial<Job>) => {
    state.job = { ...state.job, ...changes, version: state.job.version + 1 };
  };
  return { state, handlers, elsewhere };
}

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name: text(`jobs:field.${name}`) });
/** While saving, and during the spinner's exit animation, the spinner is part of the button's name. */
const save = () => screen.findByRole<HTMLButtonElement>("button", { name: new RegExp(`${text("jobs:save")}$`) });
it("sends only changed fields with their base version", async () => {
  const user = userEvent.setup();
  const api = jobApi(job({ version: 4 }));
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  await user.type(await field("company"), "Acme");
  await user.click(await save());
  await waitFor(() => expect(api.state.sent).toEqual([{ company_name: "Acme", version: 4 }]));
  const button = await save();
  await waitFor(() => expect(button.disabled).toBe(true));
});

it("keeps a colleague's change to another field", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  await user.type(await field("company"), "Acme");
  api.elsewhere({ jd: "Written by a colleague." });
  await user.click(await save());
  await waitFor(() => expect(api.state.job.company_name).toBe("Acme"));
  expect(api.state.job.jd).toBe("Written by a colleague.");
  expect((await field("jd")).value).toBe("Written by a colleague.");
});

it("shows both texts of a conflicting field and saves the chosen one", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  await renderApp(`/jobs/${job().id}`, { handlers: api.handlers });
  await user.type(await field("company"), "Mine");
  api.elsewhere({ company_name: "Theirs" });
  await user.click(await save());
  expect(await screen.findByText("Theirs")).toBeDefined();
  expect((await field("company")).value).toBe("Mine");
  expect(api.state.job.company_name).toBe("Theirs");
  await user.click(await screen.findByRole("button", { name: text("common:conflict.keep_mine") }));
  await user.click(await save());
  await waitFor(() => expect(api.state.job.company_name).toBe("Mine"));
});

it("shows the names of conflicting interview links instead of ids", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  const link = (number: number, name: string): InterviewLocation => ({
    id: idOf(number),
    organization_id: ORGANIZATION_ID,
    name,
    type: "online",
    details: "https://meet.example",
    job_count: 0,
    created_at: "2026-03-02T08:00:00Z",
    updated_at: "2026-03-02T08:00:00Z",
  });
  const [ours, theirs] = [link(31, "Room ours"), link(32, "Room theirs")];
  const links = on("get", "/api/organizations/{organization_id}/interview-locations", () => paged([ours, theirs]));
  await renderApp(`/jobs/${job().id}`, { handlers: [...api.handlers, links] });
  await user.click(await screen.findByLabelText(text("jobs:field.locations")));
  await user.click(await screen.findByText("Room ours"));
  api.elsewhere({ location_ids: [theirs.id] });
  await user.click(await save());
  const notice = await screen.findByText(text("common:conflict.title"));
  expect(notice.closest('[role="alert"]')?.textContent).toContain("Room theirs");
  expect(notice.closest('[role="alert"]')?.textContent).not.toContain(theirs.id);
});

it("assigns a new job to the members chosen as its hiring team", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  const sent: unknown[] = [];
  const member = (number: number, full_name: string, assigned_jobs: number | null): Member => ({
    id: idOf(number),
    organization_id: ORGANIZATION_ID,
    user_id: idOf(number + 1),
    email: `${number}@example.com`,
    full_name,
    role: assigned_jobs === null ? "admin" : "recruiter",
    permissions: [],
    invited_by: null,
    invited_at: null,
    joined_at: "2026-01-05T08:00:00Z",
    is_active: true,
    assigned_jobs,
  });
  await renderApp("/jobs/new", {
    handlers: [
      ...api.handlers,
      on("get", "/api/organizations/{organization_id}/members", () =>
        paged([member(50, "Li Wei", 0), member(60, "Sari Dewi", null)]),
      ),
      on("post", "/api/organizations/{organization_id}/jobs", ({ body }) => {
        sent.push(body);
        return job();
      }),
    ],
  });
  await user.type(await field("title"), "Data analyst");
  await user.type(await field("jd"), "Reports");
  await user.click(await screen.findByLabelText(text("jobs:field.team")));
  await user.click(await screen.findByText(/^Li Wei/));
  expect(screen.queryByText(/^Sari Dewi/)).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("jobs:create") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ title: "Data analyst", member_ids: [idOf(50)] });
});

it("keeps an uncreated job in this browser and restores it", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  const page = await renderApp("/jobs/new", { handlers: api.handlers });
  await user.type(await field("title"), "Data analyst");
  expect(await screen.findByText(text("jobs:draft.kept"))).toBeTruthy();
  page.unmount();
  await renderApp("/jobs/new", { handlers: api.handlers });
  await screen.findByText(text("jobs:draft.restored"));
  expect((await field("title")).value).toBe("Data analyst");
  await user.click(await screen.findByRole("button", { name: text("jobs:draft.discard") }));
  const title = await field("title");
  await waitFor(() => expect(title.value).toBe(""));
  expect(screen.queryByText(text("jobs:draft.restored"))).toBeNull();
});

it("shows nobody else's draft in the same browser, and none that was emptied", async () => {
  const user = userEvent.setup();
  const api = jobApi(job());
  const mine = session();
  const other = { ...mine, user: { ...mine.user, id: idOf(98) } };
  let page = await renderApp("/jobs/new", { handlers: api.handlers, session: mine });
  await user.type(await field("title"), "Data analyst");
  await screen.findByText(text("jobs:draft.kept"));
  page.unmount();
  page = await renderApp("/jobs/new", { handlers: api.handlers, session: other });
  await waitFor(async () => expect((await field("title")).value).toBe(""));
  expect(screen.queryByText(text("jobs:draft.restored"))).toBeNull();
  page.unmount();
  page = await renderApp("/jobs/new", { handlers: api.handlers, session: mine });
  await screen.findByText(text("jobs:draft.restored"));
  await user.clear(await field("title"));
  await waitFor(() => expect(screen.queryByText(text("jobs:draft.kept"))).toBeNull());
  page.unmount();
  await renderApp("/jobs/new", { handlers: api.handlers, session: mine });
  await field("title");
  expect(screen.queryByText(text("jobs:draft.restored"))).toBeNull();
});

it("says why a draft failed and keeps the text", async () => {
  const user = userEvent.setup();
  const saved = job({ core_requirement: "Rust" });
  const error = { category: "authentication", message: "ai.key_refused", suggestion: "" } as const;
  await renderApp(`/jobs/${saved.id}`, {
    handlers: [
      ...jobApi(saved).handlers,
      on("post", "/api/organizations/{organization_id}/job-drafts", () => task({ status: "pending" })),
      on("get", "/api/organizations/{organization_id}/tasks/{task_id}/text", () =>
        ended(task({ status: "failed", error })),
      ),
    ],
  });
  // The second drafts the description.
  const [, start] = await screen.findAllByRole("button", { name: text("jobs:draft.start") });
  await user.click(start as HTMLElement);
  const why = `${text("jobs:draft.failed")} ${text("evaluate:reason.ai.key_refused")}`;
  expect(await screen.findByText(why)).toBeTruthy();
  expect((await field("jd")).value).toBe(saved.jd);
  expect(await screen.findByRole("button", { name: text("jobs:draft.retry") })).toBeTruthy();
});

describe("after a change of evaluation criteria", () => {
  const open = async (start: Job, more: Parameters<typeof renderApp>[1] = {}) => {
    const api = jobApi(start);
    const asked: string[] = [];
    const again = on("post", `${JOB}/evaluate-again`, ({ params }) => {
      asked.push(params["job_id"] ?? "");
      return task({ kind: "applications.evaluate", status: "pending" });
    });
    await renderApp(`/jobs/${start.id}`, { handlers: [...api.handlers, again], ...more });
    return asked;
  };
  const offer = (count: number) => text("jobs:evaluate_again.offer", { count });

  it("offers to evaluate everyone again and links to the changes", async () => {
    const user = userEvent.setup();
    const asked = await open(job({ total_applications: 12 }));
    await user.type(await field("jd"), " Knows Rust.");
    await user.click(await save());
    await screen.findByText(offer(12));
    await user.click(await screen.findByRole("button", { name: text("jobs:evaluate_again.confirm") }));
    const follow = await screen.findByRole("link", { name: text("jobs:evaluate_again.follow") });
    expect(follow.getAttribute("href")).toBe(`/evaluate?job_id=${job().id}`);
    expect(asked).toEqual([job().id]);
  });

  it("offers nothing for other fields or without candidates", async () => {
    const user = userEvent.setup();
    await open(job({ total_applications: 0 }));
    await user.type(await field("jd"), " Knows Rust.");
    await user.click(await save());
    await screen.findByText(text("jobs:saved"));
    expect(screen.queryByText(offer(0))).toBeNull();
  });

  it("shows the cost of the job's evaluations", async () => {
    const total = { requests: 3, prompt_tokens: 3_000, completion_tokens: 300, cost: 0.5 };
    const usage = on("get", "/api/organizations/{organization_id}/ai-usage", ({ query }) =>
      aiUsage(query.get("job_id") === job().id ? total : {}),
    );
    const api = jobApi(job());
    await renderApp(`/jobs/${job().id}`, { handlers: [usage, ...api.handlers] });
    const line = text("common:ai_usage.line", { count: 3, tokens: "3,300", cost: "$0.50" });
    expect(await screen.findByText(line)).toBeTruthy();
  });
});
