// What the page of an invitation shows: it depends on the invitation and on who is signed in.
import type { InvitationForMe, Session } from "@/lib/api/types";

export type Reception =
  | "accepted"
  | "declined"
  | "expired"
  | "new_user"
  | "sign_in"
  | "process"
  | "other_address"
  | "enter";

export function receptionOf(invitation: InvitationForMe, session: Session | null): Reception {
  const own = session?.user.email === invitation.email;
  // Whoever opens the link again is in already.
  if (invitation.status === "accepted") return own ? "enter" : "accepted";
  if (invitation.status !== "pending") return invitation.status;
  if (session) return own ? "process" : "other_address";
  return invitation.has_account ? "sign_in" : "new_user";
}
