// The member's permissions to write and send emails.
import type { sendRule } from "@/entities/email/model";
import { useCan } from "@/entities/session/memberships";

export function useEmailPermissions(): {
  canWrite: boolean;
  /** Whether the member may send by this rule; false without one. */
  canSendBy: (rule: ReturnType<typeof sendRule>) => boolean;
} {
  const permissions: Record<string, boolean> = {
    "pipeline:email": useCan("pipeline:email"),
    "ai-review:email": useCan("ai-review:email"),
    "talent-pool:email": useCan("talent-pool:email"),
    "offer-workbench:send": useCan("offer-workbench:send"),
  };
  return {
    canWrite: Object.values(permissions).some(Boolean),
    canSendBy: (rule) => permissions[rule?.permission ?? ""] === true,
  };
}
