import { LEVEL } from "@/entities/application/stages";
import { batch, batchTask, idOf, job } from "@/testing/fixtures";
import { on, paged, problem } from "@/testing/server";

const O = "/api/organizations/{organization_id}";

/** A finished batch of two evaluated entries and one that failed, with the handlers its page asks. */
export function finishedBatch(change: Parameters<typeof batch>[0]) {
  const mine = batch({
    counts: { completed: 2, failed: 1, pending: 0, processing: 0, retry: 0, skipped: 0 },
    ...change,
  });
  const strip = [
    { kind: "must" as const, verdict: "met" as const },
    { kind: "nice" as const, verdict: "not" as const },
  ];
  const facts = { current_position: "Engineer", current_company: "Yunfan", years: 6 };
  const rows = [
    batchTask({ recommendation: LEVEL.strong, strip, ...facts }),
    batchTask({ id: idOf(301), name: "Wang Wei", position: 1, recommendation: LEVEL.average, strip }),
  ];
  const broken = batchTask({
    id: idOf(302),
    name: null,
    file_name: "locked.pdf",
    status: "failed",
    retryable: true,
    failure_reason: "document.encrypted",
    error_category: "document_processing",
  });
  const category = "document_processing" as const;
  const encrypted = { reason: "document.encrypted" as const, category, count: 1, retryable: 0, first: broken };
  const handlers = [
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/jobs/{job_id}`, () => job()),
    on("get", `${O}/jobs/{job_id}/rubric`, () => problem(404, "job.not_found")),
    on("get", `${O}/batches`, () => paged([mine])),
    on("get", `${O}/batches/{batch_id}`, () => mine),
    on("get", `${O}/batches/{batch_id}/levels`, () =>
      paged([
        { level: LEVEL.strong, count: 1 },
        { level: LEVEL.recommended, count: 0 },
        { level: LEVEL.average, count: 1 },
      ]),
    ),
    on("get", `${O}/batches/{batch_id}/reasons`, () => paged([encrypted])),
    on("get", `${O}/batches/{batch_id}/tasks`, ({ query }) => {
      const level = query.get("level");
      return paged(level ? rows.filter((row) => row.recommendation === level) : [...rows, broken]);
    }),
  ];
  return { batch: mine, handlers };
}
