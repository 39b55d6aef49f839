// The way out: ends the session, and leaves nothing of the person behind in this browser.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { announceExpiry, api } from "./client";
import { adoptSession, forgetOrganization, SESSION_QUERY_KEY } from "./session";

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST("/api/auth/sign-out"),
    onSuccess: async () => {
      forgetOrganization();
      await adoptSession(client, null);
      announceExpiry();
      client.removeQueries({ predicate: (cached) => cached.queryKey[0] !== SESSION_QUERY_KEY[0] });
    },
  });
}
