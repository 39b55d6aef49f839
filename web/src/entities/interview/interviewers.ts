// Who can be named as an interviewer.
import { useMembers } from "@/entities/member/queries";

export interface InterviewerOption {
  user_id: string;
  name: string;
}

/** The active members by name; for those who may not see the members, nobody. */
export function useInterviewers(): InterviewerOption[] {
  const members = useMembers();
  return (members.data ?? [])
    .filter(({ is_active }) => is_active)
    .map(({ user_id, full_name, email }) => ({ user_id, name: full_name || email }));
}
