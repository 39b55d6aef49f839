// Signs in and caches the session; the guard then redirects.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { setSession } from "./session";

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
