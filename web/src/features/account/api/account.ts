// The signed-in user's account: name, password and sessions.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteUser, mailResetLink, updateUser } from "@/entities/session/account";
import { setSession, useCurrentOrganization } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";

const SESSIONS = "/api/auth/sessions";

/** Changes name or password; a new password ends the sessions on other devices. */
export function useUpdateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { full_name?: string; password?: string; current_password?: string }) => {
      await updateUser(client, body);
      if (body.password) await client.invalidateQueries({ queryKey: ["get", SESSIONS] });
    },
  });
}

/** Emails a link to set a new password without the current one. */
export function useMailReset() {
  const { email } = useCurrentOrganization().session.user;
  return useMutation({ mutationFn: () => mailResetLink(email) });
}

/** Emails a link to the new address, which replaces the old one once it is opened. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: { email: string; current_password?: string }) => api.POST("/api/auth/user/email", { body }),
  });
}

export function useSessions() {
  return query.useQuery("get", SESSIONS);
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session_id: string) =>
      api.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", SESSIONS] }),
  });
}

export function useSignOutEverywhere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST("/api/auth/sign-out-everywhere"),
    onSuccess: () => setSession(client, null),
  });
}

/** Permanently deletes the account; all tabs are signed out. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteUser,
    onSuccess: () => setSession(client, null),
  });
}
