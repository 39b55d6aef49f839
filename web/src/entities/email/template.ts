// The built-in template of an email, filled in for a candidate.
import { useQuery } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { components } from "@/lib/api/schema";

const TEMPLATE = "/api/organizations/{organization_id}/email-template";

/** Without a language, in that of the last email to the candidate. A filled in template is not filled in again. */
export function useEmailTemplate(wanted: components["schemas"]["TemplateInput"], enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["post", TEMPLATE, organization_id, wanted],
    queryFn: async ({ signal }) =>
      (await api.POST(TEMPLATE, { params: { path: { organization_id } }, body: wanted, signal })).data,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
