// The member's permissions to write and send emails.
import type { sendRule } from "@/entities/email/model";
import { useCan } from "@/entities/session/memberships";
import type { EmailType } from "@/lib/api/types";

export function useEmailPermissions(): {
  canWrite: boolean;
  /** Whether the member may send the email by this rule, without which only messages are sent. */
  canSendBy: (type: EmailType, rule: ReturnType<typeof sendRule>) => boolean;
} {
  const permissions: Record<string, boolean> = {
    "pipeline:email": useCan("pipeline:email"),
    "ai-review:email": useCan("ai-review:email"),
    "talent-pool:email": useCan("talent-pool:email"),
    "offer-workbench:send": useCan("offer-workbench:send"),
  };
  const canWrite = Object.values(permissions).some(Boolean);
  return {
    canWrite,
    canSendBy: (type, rule) => (type === "message" ? canWrite : permissions[rule?.permission ?? ""] === true),
  };
}
