// Turning a one-time token from a mail into a session.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "@/api/client";
import { adoptSession } from "@/api/session";
import type { Session } from "@/api/types";

export const TOKEN_TYPES = ["signup", "invite", "magiclink", "recovery", "email"] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/** The token in an address, if it is complete. */
export function tokenOf(params: URLSearchParams, fallback?: TokenType): { type: TokenType; token_hash: string } | null {
  const token_hash = params.get("token_hash");
  const type = TOKEN_TYPES.find((known) => known === params.get("type")) ?? fallback;
  return token_hash && type ? { type, token_hash } : null;
}

/** Spends the token when the page opens. It works only once, so it is sent only once, StrictMode or not. */
export function useVerifyOnce(token: { type: TokenType; token_hash: string } | null) {
  const client = useQueryClient();
  const sent = useRef(false);
  const verify = useMutation({
    mutationFn: async (body: { type: TokenType; token_hash: string }): Promise<Session | null> => {
      const { data } = await api.POST("/api/auth/verify", { body });
      return data ?? null;
    },
    onSuccess: (session) => adoptSession(client, session),
  });
  useEffect(() => {
    if (!token || sent.current) return;
    sent.current = true;
    verify.mutate(token);
  });
  return verify;
}
