// Turning a one-time token from a mail into a session.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { publishAuthChange } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Session } from "@/lib/api/types";
import type { Token } from "../logic/token";

async function spend(body: Token): Promise<Session | undefined> {
  try {
    return (await api.POST("/api/auth/verify", { body })).data;
  } catch (error) {
    // An older mail may carry the token under another name.
    if (body.type !== "magiclink" || !(error instanceof ApiProblem) || error.status !== 422) throw error;
    return (await api.POST("/api/auth/verify", { body: { ...body, type: "email" } })).data;
  }
}

/** Spends the token when the page opens. It works only once, so it is sent only once, StrictMode or not. */
export function useVerifyOnce(token: Token | null) {
  const client = useQueryClient();
  const sent = useRef(false);
  const verify = useMutation({
    mutationFn: async (body: Token): Promise<void> => {
      const session = await spend(body);
      const type = body.type === "recovery" ? "password_recovery" : "signed_in";
      if (session) await publishAuthChange(client, { type, session });
    },
  });
  useEffect(() => {
    if (!token || sent.current) return;
    sent.current = true;
    verify.mutate(token);
  });
  return verify;
}
