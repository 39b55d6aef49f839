// Organizations: create one; update, logo, usage and deletion of the current one.
import { type QueryClient, useMutation } from "@tanstack/react-query";
import { leaveCurrentOrganization } from "@/entities/session/leaveOrganization";
import { useCan, useInvalidateMemberships } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Organization, OrganizationInput } from "@/lib/api/types";

const ORGANIZATIONS = "/api/organizations";
const ORGANIZATION = "/api/organizations/{organization_id}";
const LOGO = "/api/organizations/{organization_id}/logo";
const USAGE = "/api/organizations/{organization_id}/usage";

/** Profile settings of an organization; empty if not set. */
export interface OrganizationProfile {
  name: string;
  industry: string;
  employee_count: string;
  founded_date: string;
  website: string;
  description: string;
  /** An IANA time zone. */
  timezone: string;
}

/** The server's default time zone. */
const DEFAULT_ZONE = "Asia/Shanghai";

/** The time zone of the organization. */
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

/** The last update as a sortable text. */
export function versionOf(organization: Organization): string {
  const [, second = "", fraction = ""] = /^(.+?)(?:\.(\d+))?Z$/.exec(organization.updated_at) ?? [];
  return `${second}.${fraction.padEnd(9, "0")}Z`;
}

/** Creates an organization, which becomes the current one. */
export function useCreateOrganization() {
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async (body: OrganizationInput) => (await api.POST(ORGANIZATIONS, { body })).data,
    onSuccess: async (organization) => {
      if (organization) await leaveCurrentOrganization(organization.id);
      await changed();
    },
  });
}

/** Updates the organization, based on its state at `updated_at`. */
export function useSaveOrganizationProfile() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ changes, updated_at }: { changes: Partial<OrganizationProfile>; updated_at: string }) => {
      const { name, ...settings } = changes;
      const body = { updated_at, settings, ...(name !== undefined && { name }) };
      return (await api.PATCH(ORGANIZATION, { params: { path: { organization_id } }, body })).data as Organization;
    },
    // Not awaited, because the form has to process the response before the cache update.
    onSuccess: () => void changed(),
  });
}

/** Uploads the logo, or removes it without a file. */
export function useSetLogo() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async (picture: File | null) => {
      const params = { path: { organization_id } };
      if (!picture) return (await api.DELETE(LOGO, { params })).data;
      const answer = await api.PUT(LOGO, {
        params,
        // The document types binary bodies as text; the file is sent unchanged.
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
    onSuccess: () => leaveCurrentOrganization(null),
  });
}

/** Usage of the plan. Requires permission to view members. */
export function useUsage() {
  const organization_id = useOrganizationId();
  const enabled = useCan("members:view");
  return query.useQuery("get", USAGE, { params: { path: { organization_id } } }, { enabled, staleTime: 0 });
}

/** Call it after seats were taken or released. */
export function invalidateUsage(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["get", USAGE] });
}
