// Which view an invitation page shows, by invitation and session.
import type { InvitationForMe, Session } from "@/lib/api/types";

export type InvitationView =
  | "accepted"
  | "declined"
  | "expired"
  | "new_user"
  | "sign_in"
  | "process"
  | "other_address"
  | "enter";

export function invitationView(invitation: InvitationForMe, session: Session | null): InvitationView {
  const own = session?.user.email === invitation.email;
  // An accepted link opens the organization.
  if (invitation.status === "accepted") return own ? "enter" : "accepted";
  if (invitation.status !== "pending") return invitation.status;
  if (session) return own ? "process" : "other_address";
  return invitation.has_account ? "sign_in" : "new_user";
}
