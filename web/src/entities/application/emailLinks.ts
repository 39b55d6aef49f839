// The way to the email screen, for whoever has it.
import { useCallback } from "react";
import { useCurrentMembership } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { mayOpenPath, routeAt } from "@/lib/routes/access";

const EMAIL_SCREEN = "/batch-email";

/** Where emails of the type to these applications are written; null where I have no such screen. */
export function useEmailHref(): (type: EmailType, jobId: string, ids: readonly string[]) => string | null {
  const membership = useCurrentMembership();
  return useCallback(
    (type, jobId, ids) =>
      routeAt(EMAIL_SCREEN) && mayOpenPath(membership, EMAIL_SCREEN)
        ? `${EMAIL_SCREEN}?${new URLSearchParams({ job_id: jobId, type, ids: ids.join(",") })}`
        : null,
    [membership],
  );
}
