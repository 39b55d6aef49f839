// Whether email goes out, the organization's mail server, and trying it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { SmtpInput } from "@/lib/api/types";

const SERVICE = "/api/organizations/{organization_id}/email-service";
const SMTP = "/api/organizations/{organization_id}/settings/smtp";
const LOOK_MS = 30_000;

/** Whether I may write to candidates anywhere. */
export function useMayWrite(): boolean {
  const [pipeline, review, pool, offer] = [
    useCan("pipeline:email"),
    useCan("ai-review:email"),
    useCan("talent-pool:email"),
    useCan("offer-workbench:send"),
  ];
  return pipeline || review || pool || offer;
}

/** Whether email goes out, for those who write any. */
export function useEmailService() {
  const organization_id = useOrganizationId();
  const enabled = useMayWrite();
  return query.useQuery(
    "get",
    SERVICE,
    { params: { path: { organization_id } } },
    { enabled, refetchInterval: LOOK_MS },
  );
}

/** Lets email go out again. */
export function useStartEmailService() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST(`${SERVICE}/start`, { params: { path: { organization_id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SERVICE] }),
  });
}

export function useSmtpSettings() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", SMTP, { params: { path: { organization_id } } });
}

export function useSaveSmtpSettings() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SmtpInput) => (await api.PUT(SMTP, { params: { path: { organization_id } }, body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SMTP] }),
  });
}

/** Sends a test email; answers how it went. */
export function useTestSmtp() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (to: string) =>
      (await api.POST(`${SMTP}/test`, { params: { path: { organization_id } }, body: { to } })).data,
  });
}
