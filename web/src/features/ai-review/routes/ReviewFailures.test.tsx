import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { application, applicationDetail, job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const JOB = job();
const CHEN = application({ status: STAGE.aiReview, sub_status: SUB_STATUS.recommendContact });

it("keeps the list and the candidate during a server outage, and says of both that they may be outdated", async () => {
  let away = false;
  const unlessAway = <T,>(answer: T) => (away ? problem(500, "server.internal") : answer);
  await renderApp(`/ai-review?job_id=${JOB.id}`, {
    handlers: [
      on("get", `${O}/jobs`, () => paged([JOB])),
      on("get", `${O}/jobs/{job_id}`, () => JOB),
      on("get", `${O}/jobs/{job_id}/tiers`, () => ({ tier_1: 1, tier_2: 0, tier_3: 0 })),
      on("get", `${O}/applications`, () => unlessAway({ ...paged([CHEN]), total_is_estimate: false })),
      on("get", `${O}/applications/{application_id}`, () => unlessAway(applicationDetail(CHEN))),
      on("get", `${O}/applications/{application_id}/evaluations`, () => paged([])),
    ],
  });
  const list = await screen.findByRole("region", { name: text("review:list.label") });
  const detail = await screen.findByRole("article", { name: "Chen Siyuan" });
  const notices = (where: HTMLElement) => within(where).queryAllByText(text("common:stale.text"));
  expect([...notices(list), ...notices(detail)]).toEqual([]);
  away = true;
  // Data older than its stale time is asked for again when the window is seen.
  const seen = Date.now() + 60_000;
  const { now } = Date;
  Date.now = () => seen;
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    expect(notices(list)).toHaveLength(1);
    expect(notices(detail)).toHaveLength(1);
  });
  Date.now = now;
  expect(within(list).getByText(text("review:list.count", { count: 1 }))).toBeDefined();
});
