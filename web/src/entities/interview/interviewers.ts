// Members who can be interviewers.
import { useMembers } from "@/entities/member/queries";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

interface Interviewer {
  user_id: string;
  name: string;
}

export interface InterviewerOption extends Interviewer {
  /** The name, with an email or number if others have the same name. */
  label: string;
}

const NO_INTERVIEWERS: readonly Interviewer[] = [];

/** Adds labels: of equal names with the email where it is known, else with a number. */
export function withLabels(
  interviewers: readonly Interviewer[],
  emails: ReadonlyMap<string, string>,
): readonly InterviewerOption[] {
  const seen = new Map<string, number>();
  return interviewers.map((one) => {
    if (interviewers.every(({ name, user_id }) => name !== one.name || user_id === one.user_id)) {
      return { ...one, label: one.name };
    }
    const number = (seen.get(one.name) ?? 0) + 1;
    seen.set(one.name, number);
    return { ...one, label: `${one.name} (${emails.get(one.user_id) ?? number})` };
  });
}

/** The active members who may interview, by name. */
export function useInterviewers(): readonly InterviewerOption[] {
  const organization_id = useOrganizationId();
  const found = query.useQuery("get", "/api/organizations/{organization_id}/interviewers", {
    params: { path: { organization_id } },
  });
  const interviewers = found.data?.items ?? NO_INTERVIEWERS;
  const hasNamesakes = new Set(interviewers.map(({ name }) => name)).size < interviewers.length;
  const members = useMembers(hasNamesakes);
  return withLabels(interviewers, new Map(members.data?.map(({ user_id, email }) => [user_id, email])));
}
