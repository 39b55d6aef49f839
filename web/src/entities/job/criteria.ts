// What was read in a job's texts, for a person to confirm.
import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { JobBrief, JobCriteria } from "@/lib/api/types";
import { isReadable, useDebouncedValue } from "./rubric";

export interface CriteriaReading {
  /** The texts that were read; later ones may be on screen. */
  of: JobBrief;
  criteria: JobCriteria;
}

/** Reads the debounced texts; null until they are read, and to roles that may not edit jobs. */
export function useJobCriteria(text: JobBrief): CriteriaReading | null {
  const organization_id = useOrganizationId();
  const canWrite = useCan("jobs:edit");
  const { title, core_requirement, jd, ai_evaluation_criteria } = text;
  const brief = useDebouncedValue(JSON.stringify({ title, core_requirement, jd, ai_evaluation_criteria }));
  const settled = JSON.parse(brief) as JobBrief;
  const reading: UseQueryOptions<CriteriaReading | null> = {
    queryKey: ["job-criteria", organization_id, brief],
    queryFn: async ({ signal }): Promise<CriteriaReading | null> => {
      const answer = await api.POST("/api/organizations/{organization_id}/job-criteria", {
        params: { path: { organization_id } },
        body: settled,
        signal,
      });
      return answer.data ? { of: settled, criteria: answer.data } : null;
    },
    enabled: canWrite && isReadable(settled),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  };
  const { data } = useQuery(reading);
  return isReadable(text) ? (data ?? null) : null;
}
