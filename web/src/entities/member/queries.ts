// Members and their assigned jobs; leaving the organization.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { JOBS } from "@/entities/job/queries";
import { invalidateUsage } from "@/entities/organization/queries";
import { leaveCurrentOrganization } from "@/entities/session/leaveOrganization";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization, useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Job, Member, Role } from "@/lib/api/types";

export const MEMBERS = "/api/organizations/{organization_id}/members";
const MEMBER = "/api/organizations/{organization_id}/members/{member_id}";
const MEMBER_JOBS = "/api/organizations/{organization_id}/members/{member_id}/jobs";

/** All members, active ones first. Requires permission. */
export function useMembers(isNeeded = true) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", MEMBERS, organization_id],
    queryFn: ({ signal }) =>
      fetchAllPages<Member>(async (at) => {
        const params = { path: { organization_id }, query: { ...at } };
        return (await api.GET(MEMBERS, { params, signal })).data;
      }),
    enabled: useCan("members:view") && isNeeded,
  });
}

function useInvalidateMembers() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: ["get", MEMBERS] }), invalidateUsage(client)]);
}

export function useChangeMember() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string; role?: Role; is_active?: boolean }) =>
      (await api.PATCH(MEMBER, { params: { path: { organization_id, member_id: id } }, body })).data,
    onSettled: useInvalidateMembers(),
  });
}

/** Ends the user's membership. */
export function useLeaveOrganization() {
  const { membership } = useCurrentOrganization();
  return useMutation({
    mutationFn: () =>
      api.DELETE(MEMBER, {
        params: { path: { organization_id: membership.organization.id, member_id: membership.id } },
      }),
    onSuccess: () => leaveCurrentOrganization(null),
  });
}

export function useMemberJobs(id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    MEMBER_JOBS,
    { params: { path: { organization_id, member_id: id } } },
    { staleTime: 0, gcTime: 0 },
  );
}

export function useAssignJobs(id: string) {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (job_ids: string[]) =>
      (await api.PUT(MEMBER_JOBS, { params: { path: { organization_id, member_id: id } }, body: { job_ids } })).data,
    onSuccess: useInvalidateMembers(),
  });
}

/** All assignable jobs, newest first, open ones before closed ones. */
export function useAllJobs(isNeeded = true) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", JOBS, "all", organization_id],
    queryFn: async ({ signal }) => {
      const of = (status: "active" | "inactive") =>
        fetchAllPages<Job>(async (at) => {
          const params = { path: { organization_id }, query: { status, ...at } };
          return (await api.GET(JOBS, { params, signal })).data;
        });
      return [...(await of("active")), ...(await of("inactive"))];
    },
    enabled: isNeeded,
  });
}
