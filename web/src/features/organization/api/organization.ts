// The current organization: changing it, its logo, how much of its plan is used, and deleting it.
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { useMay, useMembershipsChanged } from "@/api/memberships";
import { useOrganizationId } from "@/api/session";
import type { Organization, OrganizationChanges } from "@/api/types";

const ORGANIZATION = "/api/organizations/{organization_id}";
const LOGO = "/api/organizations/{organization_id}/logo";
const JOBS = "/api/organizations/{organization_id}/jobs";

/** What an organization says of itself; empty where it says nothing. */
export interface Profile {
  name: string;
  industry: string;
  employee_count: string;
  founded_date: string;
  website: string;
  description: string;
}

export function profileOf(organization: Organization): Profile {
  const settings = organization.settings as Record<string, unknown>;
  const text = (key: string) => (typeof settings[key] === "string" ? settings[key] : "");
  return {
    name: organization.name,
    industry: text("industry"),
    employee_count: text("employee_count"),
    founded_date: text("founded_date"),
    website: text("website"),
    description: text("description"),
  };
}

export function useSaveProfile() {
  const organization_id = useOrganizationId();
  const changed = useMembershipsChanged();
  return useMutation({
    mutationFn: async ({ name, ...settings }: Profile) => {
      const body = { name, settings } as unknown as OrganizationChanges;
      return (await api.PATCH(ORGANIZATION, { params: { path: { organization_id } }, body })).data;
    },
    onSuccess: changed,
  });
}

/** Uploads the picture, or takes the logo away without one. */
export function useSetLogo() {
  const organization_id = useOrganizationId();
  const changed = useMembershipsChanged();
  return useMutation({
    mutationFn: async (picture: File | null) => {
      const params = { path: { organization_id } };
      if (!picture) return (await api.DELETE(LOGO, { params })).data;
      const answer = await api.PUT(LOGO, {
        params,
        // The document can only say "bytes"; a file is sent as it is.
        body: picture as unknown as number[],
        bodySerializer: (bytes) => bytes as unknown as File,
        headers: { "Content-Type": "application/octet-stream" },
      });
      return answer.data;
    },
    onSuccess: changed,
  });
}

export function useDeleteOrganization() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: () => api.DELETE(ORGANIZATION, { params: { path: { organization_id } } }),
  });
}

/** Jobs that count towards the plan; null where I may not see all of them. */
export function useJobsUsed() {
  const organization_id = useOrganizationId();
  const all = useMay("organization:manage");
  return useQuery({
    queryKey: ["get", JOBS, "used", organization_id],
    queryFn: () => countJobs(organization_id, ["active", "inactive"]),
    enabled: all,
  });
}

async function countJobs(organization_id: string, statuses: readonly ("active" | "inactive" | "archived")[]) {
  const totals = await Promise.all(
    statuses.map(async (status) => {
      const params = { path: { organization_id }, query: { status, limit: 1 } };
      return (await api.GET(JOBS, { params })).data?.total ?? 0;
    }),
  );
  return totals.reduce((sum, total) => sum + total, 0);
}

/** What goes when the organization is deleted, in numbers. */
export function useContents(enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["contents", organization_id],
    queryFn: async () => {
      const candidates = async (archived: boolean) => {
        const params = { path: { organization_id }, query: { archived, limit: 1 } };
        return (await api.GET("/api/organizations/{organization_id}/applications", { params })).data?.total ?? 0;
      };
      const members = async () => {
        const params = { path: { organization_id }, query: { limit: 1 } };
        return (await api.GET("/api/organizations/{organization_id}/members", { params })).data?.total ?? 0;
      };
      const [jobs, open, archived, people] = await Promise.all([
        countJobs(organization_id, ["active", "inactive", "archived"]),
        candidates(false),
        candidates(true),
        members(),
      ]);
      return { jobs, candidates: open + archived, members: people };
    },
    enabled,
    staleTime: 0,
  });
}
