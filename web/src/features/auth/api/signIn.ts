// Signing in: the session is put into the cache, and the guard lets the person through by itself.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { adoptSession } from "@/api/session";

export interface Credentials {
  email: string;
  password: string;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Credentials): Promise<void> => {
      const { data } = await api.POST("/api/auth/sign-in", { body });
      if (data) await adoptSession(client, data);
    },
  });
}
