// Signing in: the session is put into the cache, and the guard lets the person through by itself.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setSession } from "@/entities/session/session";
import { api } from "@/lib/api/client";

export interface Credentials {
  email: string;
  password: string;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Credentials): Promise<void> => {
      const { data } = await api.POST("/api/auth/sign-in", { body });
      if (data) await setSession(client, data);
    },
  });
}
