// The user's calendar, whose busy times are not offered to candidates.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";

const CALENDAR = "/api/organizations/{organization_id}/interview-calendar";
/** Polling interval after setting a calendar, which is read immediately. */
const READING_MS = 3_000;

export function useInterviewCalendar() {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    CALENDAR,
    { params: { path: { organization_id } } },
    {
      refetchInterval: ({ state: { data } }) => (data?.host && !data.read_at && !data.failure ? READING_MS : false),
    },
  );
}

export function useSaveCalendar() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => api.PUT(CALENDAR, { params: { path: { organization_id } }, body: { address } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", CALENDAR] }),
  });
}

export function useRemoveCalendar() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE(CALENDAR, { params: { path: { organization_id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", CALENDAR] }),
  });
}
