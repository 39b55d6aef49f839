// Permissions of the roles: read and change.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useInvalidateMemberships } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Role, RolePermission } from "@/lib/api/types";

const ROLES = "/api/organizations/{organization_id}/roles";

export function useRoles() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", ROLES, { params: { path: { organization_id } } });
}

/** Sets a role's permissions; null restores the defaults. */
export function useSaveRole() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const changed = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ role, permissions }: { role: Role; permissions: RolePermission[] | null }) =>
      (
        await api.PUT(`${ROLES}/{role}/permissions`, {
          params: { path: { organization_id, role } },
          body: { permissions },
        })
      ).data,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["get", ROLES] });
      await changed();
    },
  });
}
