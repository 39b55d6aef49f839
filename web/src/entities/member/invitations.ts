// An organization's invitations: their paths and number.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export const INVITATIONS = "/api/organizations/{organization_id}/invitations";
export const INVITATION = `${INVITATIONS}/{invitation_id}` as const;

export function useInvitationCount(enabled: boolean) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { limit: 1, status: "pending" as const } };
  return query.useQuery("get", INVITATIONS, { params }, { enabled });
}
