// The signed-in user's own account: name, password, the email that lets them set a new one, and its end.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { publishAuthChange } from "./session";

export async function updateUser(
  client: QueryClient,
  body: { full_name?: string; password?: string; current_password?: string },
): Promise<void> {
  const { data } = await api.PATCH("/api/auth/user", { body });
  if (data) await publishAuthChange(client, { type: "user_updated", session: data });
}

/** Permanently deletes the account. */
export async function deleteUser(body: { current_password?: string }): Promise<void> {
  await api.DELETE("/api/auth/user", { body });
}

/** Emails a link to set a new password without the current one, if the account exists. */
export async function mailResetLink(email: string): Promise<void> {
  await api.POST("/api/auth/reset-password", { body: { email } });
}
