// Usual next steps after an interview, by its outcome and the candidate's state.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DRAG, MARK_PASSED } from "@/entities/application/paths";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Schedule } from "@/lib/api/types";

export type NextStep = "to_onsite" | "to_offer" | "reinstate" | "schedule_again";

/** States in which a cancelled interview can be rescheduled. */
const BEFORE_INTERVIEWS: readonly (string | null | undefined)[] = [
  SUB_STATUS.onlineInvitationSent,
  SUB_STATUS.onlineScheduled,
  SUB_STATUS.onlineInvitationExpired,
  SUB_STATUS.onsiteInvitationSent,
  SUB_STATUS.onsiteScheduled,
  SUB_STATUS.onsiteInvitationExpired,
];

export function nextSteps(
  { status, candidate, start_time }: Pick<Schedule, "status" | "candidate" | "start_time">,
  now: number,
): NextStep[] {
  const place = candidate?.sub_status;
  if (candidate?.is_archived) return [];
  if (status === "cancelled" && BEFORE_INTERVIEWS.includes(place)) {
    return Date.parse(start_time) > now ? ["reinstate", "schedule_again"] : ["schedule_again"];
  }
  if (status === "completed" && place === SUB_STATUS.interviewCompleted) {
    return candidate?.status === STAGE.online ? ["to_onsite", "to_offer"] : ["to_offer", "schedule_again"];
  }
  if (status === "no_show" && place === SUB_STATUS.noShow) return ["schedule_again"];
  return [];
}

/** Moves the candidate after an interview. */
export function useMoveOn() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ step, id }: { step: "to_onsite" | "to_offer"; id: string }) => {
      const init = { params: { path: { organization_id } }, body: { ids: [id] } };
      const { data } = step === "to_onsite" ? await api.POST(DRAG, init) : await api.POST(MARK_PASSED, init);
      const refused = data?.results.find(({ status }) => status !== "ok");
      if (refused) throw new ApiProblem({ status: 409, code: refused.code ?? "server.internal" });
    },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => /\/(interview-schedules|board|lanes|applications)/.test(String(queryKey[1])),
      }),
  });
}
