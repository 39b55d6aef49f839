import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Resume, Task } from "@/lib/api/types";
import { application, idOf, job, personDetail, task } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

const summary = [
  text("repair:analysis.years", { years: "4.5" }),
  text("repair:analysis.periods", { count: 2 }),
  text("repair:analysis.gaps"),
  text("repair:analysis.no_overlaps"),
].join(" · ");

it.each([
  [{ periodCount: 2, totalYears: 4.5, hasGaps: true, hasOverlap: false }, summary],
  [{ periodCount: 0, totalYears: 0, hasGaps: false, hasOverlap: false }, text("repair:analysis.no_data")],
])("analyzes a candidate's career again: %o", async (found, shown) => {
  const user = userEvent.setup();
  const candidate = application();
  let resume: Resume = {
    id: idOf(701),
    person_id: candidate.person_id,
    file_id: idOf(702),
    file_name: "chen.pdf",
    analysis_status: "failed",
    created_at: candidate.created_at,
  };
  let tasks: Task[] = [];
  await renderApp(`/deep-analysis-v2?job_id=${job().id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/applications`, () => ({ ...paged([candidate]), total_is_estimate: false })),
      on("get", `${O}/people/{person_id}/resumes`, () => paged([resume])),
      on("get", `${O}/resumes/{resume_id}/work-experiences`, () => paged([])),
      on("get", `${O}/tasks`, ({ query }) => paged(query.get("kind") === "resume.analyze" ? tasks : [])),
      on("post", `${O}/resumes/{resume_id}/analyze`, ({ params }) => {
        const result = { resume_id: params["resume_id"], ...found };
        const done = task({ kind: "resume.analyze", result: result as never });
        resume = { ...resume, analysis_status: "completed" };
        tasks = [done];
        return done;
      }),
    ],
  });
  await user.click(await screen.findByRole("combobox", { name: text("repair:analysis.candidate") }));
  fireEvent.click(await screen.findByTitle("Chen Siyuan"));
  expect(await screen.findByText(text("repair:analysis.failed"))).toBeDefined();
  await user.click(await screen.findByRole("button", { name: text("repair:analysis.start") }));
  expect(await screen.findByText(shown)).toBeDefined();
  expect(screen.getByText(text("repair:analysis.completed"))).toBeDefined();
  expect(new URLSearchParams(window.location.search).get("person")).toBe(candidate.person_id);
});

it("keeps the candidate in the address, and draws the gaps on a line", async () => {
  const candidate = application();
  const resume: Resume = {
    id: idOf(701),
    person_id: candidate.person_id,
    file_id: idOf(702),
    file_name: "chen.pdf",
    analysis_status: "completed",
    created_at: candidate.created_at,
  };
  const work = (company_name: string, start_date: string, end_date: string) => ({
    company_name,
    position_title: "Engineer",
    start_date,
    end_date,
    is_current: false,
    description: "",
  });
  const result = {
    resume_id: resume.id,
    periodCount: 2,
    totalYears: 4,
    hasGaps: true,
    hasOverlap: false,
    gaps: [{ start: "2020-01", end: "2020-12", months: 12 }],
    overlaps: [],
  };
  await renderApp(`/deep-analysis-v2?job_id=${job().id}&person=${candidate.person_id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      // Not among the first candidates of the job.
      on("get", `${O}/applications`, () => ({ ...paged([]), total_is_estimate: false })),
      on("get", `${O}/people/{person_id}`, () => personDetail({ id: candidate.person_id, name: "Chen Siyuan" })),
      on("get", `${O}/people/{person_id}/resumes`, () => paged([resume])),
      on("get", `${O}/resumes/{resume_id}/work-experiences`, () =>
        paged([work("Yunfan", "2018-01", "2019-12"), work("Acme", "2021-01", "2022-12")]),
      ),
      on("get", `${O}/tasks`, () => paged([task({ kind: "resume.analyze", result: result as never })])),
    ],
  });
  await screen.findByText("Chen Siyuan");
  const gap = { start: "Jan 2020", end: "Dec 2020", duration: text("evaluation:work.years", { count: 1 }) };
  await screen.findByText(text("evaluation:work.gap", gap));
});
