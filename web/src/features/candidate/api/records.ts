// Interviews and offers of an application.
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

const SCHEDULES = "/api/organizations/{organization_id}/interview-schedules";
const OFFERS = "/api/organizations/{organization_id}/offers";

export function useSchedules(applicationId: string) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 50 } };
  return query.useQuery("get", SCHEDULES, { params }, { enabled: useCan("schedule:view") });
}

export function useOffers(applicationId: string) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 50 } };
  return query.useQuery("get", OFFERS, { params }, { enabled: useCan("offer-workbench:view") });
}
