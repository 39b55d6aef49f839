// Email service state, SMTP settings, and the SMTP test.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { SmtpInput } from "@/lib/api/types";

const SERVICE = "/api/organizations/{organization_id}/email-service";
const SMTP = "/api/organizations/{organization_id}/settings/smtp";
const POLL_INTERVAL_MS = 30_000;

/** Whether the member can email candidates on any page. */
export function useCanWriteEmails(): boolean {
  const [pipeline, review, pool, offer] = [
    useCan("pipeline:email"),
    useCan("ai-review:email"),
    useCan("talent-pool:email"),
    useCan("offer-workbench:send"),
  ];
  return pipeline || review || pool || offer;
}

/** State of the email service, for members who can email. */
export function useEmailService() {
  const organization_id = useOrganizationId();
  const enabled = useCanWriteEmails();
  return query.useQuery(
    "get",
    SERVICE,
    { params: { path: { organization_id } } },
    { enabled, refetchInterval: POLL_INTERVAL_MS },
  );
}

/** Starts the stopped email service. */
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

/** Sends a test email; returns the result. */
export function useTestSmtp() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (to: string) =>
      (await api.POST(`${SMTP}/test`, { params: { path: { organization_id } }, body: { to } })).data,
  });
}
