// Links to the email screen for members who can open it.
import { useCallback } from "react";
import { useCurrentMembership, useCurrentOrganization } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { canOpenRoute } from "@/lib/routes/access";
import { href } from "@/lib/routes/href";
import { idsParam } from "./selectionLinks";

/** Link to write emails of this type; null without access to the screen. */
export function useEmailHref(): (type: EmailType, jobId: string, ids: readonly string[]) => string | null {
  const membership = useCurrentMembership();
  const userId = useCurrentOrganization().session.user.id;
  return useCallback(
    (type, jobId, ids) =>
      canOpenRoute(membership, "batchEmail")
        ? href("batchEmail", { job_id: jobId, type, ids: idsParam(userId, ids) })
        : null,
    [membership, userId],
  );
}
