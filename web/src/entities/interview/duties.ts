// Upcoming interviews and open invitations of members, and handing them over.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { SCHEDULES } from "./schedules";

const DUTIES = "/api/organizations/{organization_id}/interview-duties";
const HAND_OVER = "/api/organizations/{organization_id}/interview-duties/{user_id}/hand-over";

/** The duties of all who are no longer members, for those who schedule interviews. */
export function useDepartedDuties() {
  const organization_id = useOrganizationId();
  const enabled = [useCan("schedule:create"), useCan("pipeline:schedule")].some(Boolean);
  return query.useQuery("get", DUTIES, { params: { path: { organization_id } } }, { enabled });
}

/** Loads the duties of a member; null if there are none. */
export function useLoadDuties() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (user_id: string) => {
      const { data } = await api.GET(DUTIES, { params: { path: { organization_id }, query: { user_id } } });
      return data?.items[0] ?? null;
    },
  });
}

export function useHandOver() {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ from, to }: { from: string; to: string }) =>
      (await api.POST(HAND_OVER, { params: { path: { organization_id, user_id: from } }, body: { to } })).data,
    onSettled: () =>
      Promise.all([DUTIES, SCHEDULES].map((path) => client.invalidateQueries({ queryKey: ["get", path] }))),
  });
}
