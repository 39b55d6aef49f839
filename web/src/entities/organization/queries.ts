// The current organization: changing it, its logo, how much of its plan is used, leaving it, and deleting it.
import { type QueryClient, useMutation, useQuery } from "@tanstack/react-query";
import { useCan, useInvalidateMemberships } from "@/entities/session/memberships";
import { useCurrentOrganization, useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Organization } from "@/lib/api/types";

const ORGANIZATION = "/api/organizations/{organization_id}";
const LOGO = "/api/organizations/{organization_id}/logo";
const USAGE = "/api/organizations/{organization_id}/usage";

/** What an organization says of itself; empty where it says nothing. */
export interface OrganizationProfile {
  name: string;
  industry: string;
  employee_count: string;
  founded_date: string;
  website: string;
  description: string;
  /** An IANA name. */
  timezone: string;
}

/** The zone of an organization that named none, as the server takes it. */
const DEFAULT_ZONE = "Asia/Shanghai";

/** The zone that the organization's times are told in. */
export function zoneOf(organization: Organization): string {
  return organization.settings.timezone || DEFAULT_ZONE;
}

export function toProfile(organization: Organization): OrganizationProfile {
  const { industry, employee_count, founded_date, website, description } = organization.settings;
  return {
    name: organization.name,
    industry: industry ?? "",
    employee_count: employee_count ?? "",
    founded_date: founded_date ?? "",
    website: website ?? "",
    description: description ?? "",
    timezone: zoneOf(organization),
  };
}

/** When the organization last changed, so that later is greater as text too. */
export function versionOf(organization: Organization): string {
  const [, second = "", fraction = ""] = /^(.+?)(?:\.(\d+))?Z$/.exec(organization.updated_at) ?? [];
  return `${second}.${fraction.padEnd(9, "0")}Z`;
}

/** Changes fields of the organization as it was at `updated_at`. */
export function useSaveOrganizationProfile() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ changes, updated_at }: { changes: Partial<OrganizationProfile>; updated_at: string }) => {
      const { name, ...settings } = changes;
      const body = { updated_at, settings, ...(name !== undefined && { name }) };
      return (await api.PATCH(ORGANIZATION, { params: { path: { organization_id } }, body })).data as Organization;
    },
    // Not waited for: the form takes the answer before it hears of it from the cache.
    onSuccess: () => void changed(),
  });
}

/** Uploads the picture, or takes the logo away without one. */
export function useSetLogo() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async (picture: File | null) => {
      const params = { path: { organization_id } };
      if (!picture) return (await api.DELETE(LOGO, { params })).data;
      const answer = await api.PUT(LOGO, {
        params,
        // The document can only say "binary text"; a file is sent as it is.
        body: picture as unknown as string,
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

/** How much of the plan is used. Only for those who may see the members. */
export function useUsage() {
  const organization_id = useOrganizationId();
  const enabled = useCan("members:view");
  return query.useQuery("get", USAGE, { params: { path: { organization_id } } }, { enabled, staleTime: 0 });
}

/** To be called when seats were taken or given back. */
export function invalidateUsage(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["get", USAGE] });
}

/** Ends my own membership. */
export function useLeaveOrganization() {
  const { membership } = useCurrentOrganization();
  return useMutation({
    mutationFn: () =>
      api.DELETE("/api/organizations/{organization_id}/members/{member_id}", {
        params: { path: { organization_id: membership.organization.id, member_id: membership.id } },
      }),
  });
}

/** What goes when the organization is deleted, in numbers. */
export function useDeletionSummary(enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["contents", organization_id],
    queryFn: async () => {
      const path = { organization_id };
      const jobs = async (status: "active" | "inactive" | "archived") => {
        const params = { path, query: { status, limit: 1 } };
        return (await api.GET("/api/organizations/{organization_id}/jobs", { params })).data?.total ?? 0;
      };
      const candidates = async (archived: boolean) => {
        const params = { path, query: { archived, limit: 1 } };
        return (await api.GET("/api/organizations/{organization_id}/applications", { params })).data?.total ?? 0;
      };
      const members = async () => {
        const params = { path, query: { limit: 1 } };
        return (await api.GET("/api/organizations/{organization_id}/members", { params })).data?.total ?? 0;
      };
      const [active, inactive, archived, open, pooled, people] = await Promise.all([
        jobs("active"),
        jobs("inactive"),
        jobs("archived"),
        candidates(false),
        candidates(true),
        members(),
      ]);
      return { jobs: active + inactive + archived, candidates: open + pooled, members: people };
    },
    enabled,
    staleTime: 0,
  });
}
