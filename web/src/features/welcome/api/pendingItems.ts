// The user's pending items: candidates to review, failed resumes, open invitations.

import { STAGE } from "@/entities/application/stages";
import { useCurrentOrganization } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export interface PendingItems {
  isReady: boolean;
  hasJob: boolean;
  toReview: number;
  failed: number;
  /** The job of the latest batch with failures. */
  failedJobId: string | undefined;
  invited: number;
}

export function usePendingItems(): PendingItems {
  const { membership } = useCurrentOrganization();
  const path = { organization_id: membership.organization.id };
  const can = (permission: string) => membership.permissions.includes(permission);
  const canOpen = (page: (typeof membership.pages)[number]) => membership.pages.includes(page);

  const jobs = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/jobs",
    { params: { path, query: { status: "active", limit: 1 } } },
    { enabled: can("jobs:view") },
  );
  const candidates = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/applications",
    { params: { path, query: { status: STAGE.aiReview, limit: 1 } } },
    { enabled: canOpen("ai-review") && can("ai-review:view") },
  );
  const batches = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/batches",
    { params: { path, query: { limit: 20 } } },
    { enabled: canOpen("evaluate") && can("evaluate:view") },
  );
  const invitations = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/invitations",
    { params: { path, query: { limit: 1 } } },
    { enabled: can("members:create") },
  );
  const withFailures = batches.data?.items.filter((batch) => batch.counts.failed > 0) ?? [];
  return {
    isReady: ![jobs, candidates, batches, invitations].some((asked) => asked.isLoading),
    hasJob: (jobs.data?.total ?? 0) > 0,
    toReview: candidates.data?.total ?? 0,
    failed: withFailures.reduce((sum, batch) => sum + batch.counts.failed, 0),
    failedJobId: withFailures[0]?.job_id,
    invited: invitations.data?.total ?? 0,
  };
}
