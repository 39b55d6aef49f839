// Exchanges an email's one-time token for a session.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { publishAuthChange } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Session } from "@/lib/api/types";
import type { Token } from "../logic/token";

async function verifyToken(body: Token): Promise<Session | undefined> {
  try {
    return (await api.POST("/api/auth/verify", { body })).data;
  } catch (error) {
    // An older email may carry the token under another type.
    if (body.type !== "magiclink" || !(error instanceof ApiProblem) || error.status !== 422) throw error;
    return (await api.POST("/api/auth/verify", { body: { ...body, type: "email" } })).data;
  }
}

/** Verifies the token on request only: opening a link must not sign in. */
export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Token): Promise<void> => {
      const session = await verifyToken(body);
      const type = body.type === "recovery" ? "password_recovery" : "signed_in";
      if (session) await publishAuthChange(client, { type, session });
    },
  });
}
