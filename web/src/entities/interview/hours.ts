// The user's bookable hours, and booking links for candidates.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { InterviewHours } from "@/lib/api/types";

const HOURS = "/api/organizations/{organization_id}/interview-hours";

export function useInterviewHours() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", HOURS, { params: { path: { organization_id } } });
}

export function useSaveHours() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InterviewHours) => api.PUT(HOURS, { params: { path: { organization_id } }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", HOURS] }),
  });
}

/** Creates a private booking link for the user or the given interviewer; returns the link. */
export function useCreateBookingLink(application_id: string) {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (interviewer_id: string | null) => {
      const { data } = await api.POST(
        "/api/organizations/{organization_id}/applications/{application_id}/booking-link",
        {
          params: { path: { organization_id, application_id } },
          body: interviewer_id ? { interviewer_id } : {},
        },
      );
      return data?.link ?? "";
    },
  });
}
