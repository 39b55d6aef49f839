// Opens what emails are written with: over the page for one candidate, else the page for many.
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useCurrentMembership, useCurrentOrganization } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { loadPart } from "@/lib/loadPart";
import { canOpenRoute } from "@/lib/routes/access";
import { href } from "@/lib/routes/href";
import { composition } from "./composition";

export type WriteEmails = (type: EmailType, jobId: string, ids: readonly string[]) => void;

/** Null without access to the page that writes emails. */
export function useWriteEmails(): WriteEmails | null {
  const membership = useCurrentMembership();
  const userId = useCurrentOrganization().session.user.id;
  const navigate = useNavigate();
  return useMemo(() => {
    if (!canOpenRoute(membership, "batchEmail")) return null;
    return (type, jobId, ids) => {
      const [applicationId, ...others] = ids;
      if (applicationId && others.length === 0) {
        // The letter of an offer is sent from its workbench.
        return composition.set({ applicationId, jobId, type: type === "offer_sent" ? "message" : type });
      }
      void loadPart(() => import("@/entities/application/selectionLinks"))
        .then(
          ({ idsParam }) => idsParam(userId, ids),
          () => ids.join(","),
        )
        .then((param) => navigate(href("batchEmail", { job_id: jobId, type, ids: param })));
    };
  }, [membership, userId, navigate]);
}
