// How often people disagreed with the evaluations, by criterion of a job.
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { CriterionMarks } from "@/lib/api/types";

const COUNTS = "/api/organizations/{organization_id}/jobs/{job_id}/marks";

/** The marks given on the criterion with a text; undefined without any. */
export type MarksOn = (criterion: string) => CriterionMarks | undefined;

export function useMarkCounts(jobId: string | null): MarksOn {
  const organization_id = useOrganizationId();
  const enabled = useCan("jobs:view") && jobId !== null;
  const params = { path: { organization_id, job_id: jobId ?? "" } };
  const { data } = query.useQuery("get", COUNTS, { params }, { enabled });
  return (text) => data?.items.find(({ criterion }) => criterion === text);
}
