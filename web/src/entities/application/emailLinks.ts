// Links to the email screen for members who can open it.
import { useCallback } from "react";
import { useCurrentMembership } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { canOpenPath, routeAt } from "@/lib/routes/access";

const EMAIL_SCREEN = "/batch-email";

/** Link to write emails of this type; null without access to the screen. */
export function useEmailHref(): (type: EmailType, jobId: string, ids: readonly string[]) => string | null {
  const membership = useCurrentMembership();
  return useCallback(
    (type, jobId, ids) =>
      routeAt(EMAIL_SCREEN) && canOpenPath(membership, EMAIL_SCREEN)
        ? `${EMAIL_SCREEN}?${new URLSearchParams({ job_id: jobId, type, ids: ids.join(",") })}`
        : null,
    [membership],
  );
}
