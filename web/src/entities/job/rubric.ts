// The rubric of a saved job, or of the text being edited.
import { keepPreviousData, type UseQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { JobBrief, JobRubric, RubricInput } from "@/lib/api/types";
import { type JobText, RUBRIC } from "./queries";

const DEBOUNCE_MS = 600;

export function useDebouncedValue<T>(value: T, pause = DEBOUNCE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

function briefOf(text: JobText): JobBrief {
  const { title, core_requirement, jd, ai_evaluation_criteria } = text;
  return { title, core_requirement, jd, ai_evaluation_criteria };
}

/** Whether there is enough text to extract a rubric. */
export function isReadable(text: Omit<JobBrief, "title">): boolean {
  return [text.core_requirement, text.jd, text.ai_evaluation_criteria].some((part) => part?.trim());
}

/** The saved job's rubric. */
function savedRubric(organization_id: string, jobId: string | null): UseQueryOptions<JobRubric | null> {
  const params = { path: { organization_id, job_id: jobId ?? "" } };
  return {
    queryKey: ["get", RUBRIC, { params }],
    queryFn: async ({ signal }): Promise<JobRubric | null> => {
      return (await api.GET(RUBRIC, { params, signal })).data ?? null;
    },
    enabled: jobId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/**
 * Whether resumes for the job can be assessed: not without criteria. Null until known, and to roles that may not see
 * jobs.
 */
export function useCanAssess(jobId: string | null): boolean | null {
  const enabled = useCan("jobs:view") && jobId !== null;
  const rubric = useQuery({ ...savedRubric(useOrganizationId(), jobId), retry: false, enabled });
  return rubric.data?.can_assess ?? null;
}

/** Loads whether resumes for a job can be assessed; null if unknown. */
export function useLoadCanAssess(): (jobId: string) => Promise<boolean | null> {
  const client = useQueryClient();
  const organizationId = useOrganizationId();
  const canView = useCan("jobs:view");
  return async (jobId) => {
    if (!canView) return null;
    const rubric = await client.fetchQuery({ ...savedRubric(organizationId, jobId), retry: false }).catch(() => null);
    return rubric?.can_assess ?? null;
  };
}

/** The saved job's criteria in evidence strip order; null until known, and to roles that may not see jobs. */
export function useCriterionNames(jobId: string): readonly string[] | null {
  const enabled = useCan("jobs:view");
  const rubric = useQuery({ ...savedRubric(useOrganizationId(), jobId), retry: false, enabled });
  const criteria = rubric.data?.criteria;
  return useMemo(
    () =>
      criteria
        ? criteria
            .filter(({ weight }) => weight > 0)
            .sort((a, b) => Number(a.kind !== "must") - Number(b.kind !== "must"))
            .map(({ text }) => text)
        : null,
    [criteria],
  );
}

/**
 * The rubric that resumes will be evaluated by: the saved job's, or a preview of the debounced text while that is
 * unsaved. A rubric edited by hand applies whatever the text says.
 */
export function useRubric(text: JobText, jobId: string | null, isUnsaved: boolean) {
  const organization_id = useOrganizationId();
  const canWrite = useCan("jobs:edit");
  const ofJob = savedRubric(organization_id, jobId);
  const { data: saved = null } = useQuery(ofJob);
  const isEdited = Boolean(saved?.edited_at);
  const isPreview = jobId === null || (isUnsaved && !isEdited);
  const brief = useDebouncedValue(JSON.stringify(briefOf(text)));
  // The criteria or the description are often pasted before there is a title.
  const settled = JSON.parse(brief) as JobBrief;
  const preview: UseQueryOptions<JobRubric | null> = {
    queryKey: ["rubric", organization_id, brief],
    queryFn: async ({ signal }): Promise<JobRubric | null> => {
      const params = { path: { organization_id } };
      const answer = await api.POST("/api/organizations/{organization_id}/job-rubric", {
        params,
        body: settled,
        signal,
      });
      return answer.data ?? null;
    },
    enabled: canWrite && isReadable(settled),
    staleTime: Number.POSITIVE_INFINITY,
  };
  const query = useQuery({ ...(isPreview ? preview : ofJob), placeholderData: keepPreviousData });
  return { query, saved, isEdited, isPreview };
}

/** Saves an edited rubric, or restores the extracted one. */
export function useChangeRubric(jobId: string) {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const params = { path: { organization_id, job_id: jobId } };
  const onSuccess = () => client.invalidateQueries({ queryKey: ["get", RUBRIC] });
  return {
    save: useMutation({
      mutationFn: async (body: RubricInput) => (await api.PUT(RUBRIC, { params, body })).data as JobRubric,
      onSuccess,
    }),
    /** Resets the rubric of this revision; a stale one is loaded again. */
    reset: useMutation({
      mutationFn: (revision: number) => api.DELETE(RUBRIC, { params: { ...params, query: { revision } } }),
      onSettled: onSuccess,
    }),
    /** Lets the model that is set up read the job's texts again. */
    readAgain: useMutation({
      mutationFn: (revision: number) =>
        api.DELETE(RUBRIC, { params: { ...params, query: { revision, read_again: true } } }),
      onSettled: onSuccess,
    }),
  };
}
