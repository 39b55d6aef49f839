// Signing in: the session is put into the cache, and the guard lets the person through by itself.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { adoptSession } from "@/api/session";
import type { Session } from "@/api/types";

export interface Credentials {
  email: string;
  password: string;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Credentials): Promise<Session | null> => {
      const { data } = await api.POST("/api/auth/sign-in", { body });
      return data ?? null;
    },
    onSuccess: (session) => adoptSession(client, session),
  });
}
