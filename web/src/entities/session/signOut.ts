// The way out: ends the session, here and in the other tabs, and leaves nothing of the person behind in this browser.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { setSession } from "./session";

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.POST("/api/auth/sign-out");
      await setSession(client, null);
    },
  });
}
