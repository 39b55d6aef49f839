// Members who can be interviewers.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export interface InterviewerOption {
  user_id: string;
  name: string;
}

const NO_INTERVIEWERS: readonly InterviewerOption[] = [];

/** The active members who may interview, by name. */
export function useInterviewers(): readonly InterviewerOption[] {
  const organization_id = useOrganizationId();
  const found = query.useQuery("get", "/api/organizations/{organization_id}/interviewers", {
    params: { path: { organization_id } },
  });
  return found.data?.items ?? NO_INTERVIEWERS;
}
