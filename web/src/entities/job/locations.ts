// Interview links: booking links and addresses that jobs offer to their candidates.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { InterviewLocation, InterviewLocationInput } from "@/lib/api/types";

const LOCATIONS = "/api/organizations/{organization_id}/interview-locations";
const LOCATION = "/api/organizations/{organization_id}/interview-locations/{location_id}";

/** Every interview link of the organization, by name. */
export function useInterviewLocations() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", LOCATIONS, organization_id],
    queryFn: ({ signal }) =>
      fetchAllPages<InterviewLocation>(async (at) => {
        const params = { path: { organization_id }, query: { ...at } };
        return (await api.GET(LOCATIONS, { params, signal })).data;
      }),
  });
}

/** Creates an interview link, or updates the given fields of an existing one. */
export function useSaveLocation() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | null; body: InterviewLocationInput }) => {
      const answer =
        id === null
          ? await api.POST(LOCATIONS, { params: { path: { organization_id } }, body })
          : await api.PATCH(LOCATION, { params: { path: { organization_id, location_id: id } }, body });
      return answer.data as InterviewLocation;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", LOCATIONS] }),
  });
}

export function useDeleteLocation() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE(LOCATION, { params: { path: { organization_id, location_id: id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", LOCATIONS] }),
  });
}
