// Signs out in all tabs and clears the user's data from this browser.
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
