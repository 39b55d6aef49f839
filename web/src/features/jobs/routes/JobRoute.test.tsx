import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InterviewLocation, Job, Rubric } from "@/lib/api/types";
import { idOf, job, ORGANIZATION_ID } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const JOB = "/api/organizations/{organization_id}/jobs/{job_id}";
const RUBRIC: Rubric = {
  criteria: [],
  language: "en-US",
  thresholds: { strongly_recommend: 85, recommend: 70, average: 60 },
  version: "1",
};

/** The job as the server keeps it: a change of another version is refused with the row. */
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
  /** A colleague saves. */
  const elsewhere = (changes: Partial<Job>) => {
    state.job = { ...state.job, ...changes, version: state.job.version + 1 };
  };
  return { state, handlers, elsewhere };
}

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name: text(`jobs:field.${name}`) });
/** While it saves, and as long as its spinner leaves, the button's name begins with that of the spinner. */
const save = () => screen.findByRole<HTMLButtonElement>("button", { name: new RegExp(`${text("jobs:save")}$`) });
it("sends only what was changed, and the version it is based on", async () => {
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

it("shows both texts where both changed the same field, and saves the chosen one", async () => {
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

it("names the interview links that both changed, and not their ids", async () => {
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
