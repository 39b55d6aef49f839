// The members, and the jobs assigned to each.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, query } from "@/api/client";
import { useMay } from "@/api/memberships";
import { useOrganizationId } from "@/api/session";
import type { Job, Member, Role } from "@/api/types";
import { usageChanged } from "./organization";

const MEMBERS = "/api/organizations/{organization_id}/members";
const MEMBER = "/api/organizations/{organization_id}/members/{member_id}";
const MEMBER_JOBS = "/api/organizations/{organization_id}/members/{member_id}/jobs";
const JOBS = "/api/organizations/{organization_id}/jobs";
const PAGE = 200;

/** Every page of a list, one after the other. */
export async function everything<T>(
  page: (limit: number, offset: number) => Promise<{ items: T[]; total: number } | undefined>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const answer = await page(PAGE, all.length);
    all.push(...(answer?.items ?? []));
    if (!answer || answer.items.length === 0 || all.length >= answer.total) return all;
  }
}

/** All members, active ones first. Only for those who may see them. */
export function useMembers() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", MEMBERS, organization_id],
    queryFn: ({ signal }) =>
      everything<Member>(async (limit, offset) => {
        const params = { path: { organization_id }, query: { limit, offset } };
        return (await api.GET(MEMBERS, { params, signal })).data;
      }),
    enabled: useMay("members:view"),
  });
}

function useMembersChanged() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: ["get", MEMBERS] }), usageChanged(client)]);
}

export function useChangeMember() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string; role?: Role; is_active?: boolean }) =>
      (await api.PATCH(MEMBER, { params: { path: { organization_id, member_id: id } }, body })).data,
    onSettled: useMembersChanged(),
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
    onSuccess: useMembersChanged(),
  });
}

/** Every job that can be worked on, newest first, open ones before closed ones. */
export function useAllJobs() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", JOBS, "all", organization_id],
    queryFn: async ({ signal }) => {
      const of = (status: "active" | "inactive") =>
        everything<Job>(async (limit, offset) => {
          const params = { path: { organization_id }, query: { status, limit, offset } };
          return (await api.GET(JOBS, { params, signal })).data;
        });
      return [...(await of("active")), ...(await of("inactive"))];
    },
  });
}
