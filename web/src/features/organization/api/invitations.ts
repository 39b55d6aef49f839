// Invitations: create, resend, link, cancel.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { INVITATION, INVITATIONS } from "@/entities/member/invitations";
import { invalidateUsage } from "@/entities/organization/queries";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Invitation, Permission, Role } from "@/lib/api/types";

/** Invitations that were not accepted, last sent first. Only for members who may invite. */
export function useInvitations() {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", INVITATIONS, organization_id],
    queryFn: ({ signal }) =>
      fetchAllPages<Invitation>(async (at) => {
        const params = { path: { organization_id }, query: { ...at } };
        return (await api.GET(INVITATIONS, { params, signal })).data;
      }),
    enabled: useCan("members:create"),
  });
}

function useInvalidateInvitations() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: ["get", INVITATIONS] }), invalidateUsage(client)]);
}

/** Result per address. */
export interface InviteResult {
  email: string;
  /** Why the invitation failed; null on success. */
  problem: unknown;
}

interface InviteRequest {
  emails: readonly string[];
  role: Role;
  /** In addition to the role's permissions. */
  permissions: readonly Permission[];
  /** Assigned to them when they accept. */
  jobIds: readonly string[];
}

/** Sends invitations one by one; a failure does not stop the rest. */
export function useCreateInvitations() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ emails, role, permissions, jobIds }: InviteRequest) => {
      const outcomes: InviteResult[] = [];
      for (const email of emails) {
        try {
          await api.POST(INVITATIONS, {
            params: { path: { organization_id } },
            body: { email, role, permissions: [...permissions], job_ids: [...jobIds] },
          });
          outcomes.push({ email, problem: null });
        } catch (problem) {
          outcomes.push({ email, problem });
        }
      }
      return outcomes;
    },
    onSettled: useInvalidateInvitations(),
  });
}

export function useResendInvitation() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (id: string) =>
      (await api.POST(`${INVITATION}/resend`, { params: { path: { organization_id, invitation_id: id } } })).data,
    onSettled: useInvalidateInvitations(),
  });
}

export function useInvitationLink() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (id: string) =>
      (await api.POST(`${INVITATION}/link`, { params: { path: { organization_id, invitation_id: id } } })).data?.link,
  });
}

export function useCancelInvitation() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: (id: string) => api.DELETE(INVITATION, { params: { path: { organization_id, invitation_id: id } } }),
    onSettled: useInvalidateInvitations(),
  });
}
