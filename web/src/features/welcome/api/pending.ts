// What waits for the person: candidates to review, resumes that failed, invitations nobody answered.

import { STAGE } from "@/entities/application/stages";
import { useCurrentOrganization } from "@/entities/session/session";
import { query } from "@/lib/api/client";

export interface Pending {
  ready: boolean;
  hasJob: boolean;
  toReview: number;
  failed: number;
  /** The job of the latest batch with failures. */
  failedJobId: string | undefined;
  invited: number;
}

export function usePending(): Pending {
  const { membership } = useCurrentOrganization();
  const path = { organization_id: membership.organization.id };
  const may = (permission: string) => membership.permissions.includes(permission);
  const sees = (page: (typeof membership.pages)[number]) => membership.pages.includes(page);

  const jobs = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/jobs",
    { params: { path, query: { status: "active", limit: 1 } } },
    { enabled: may("jobs:view") },
  );
  const candidates = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/applications",
    { params: { path, query: { status: STAGE.aiReview, limit: 1 } } },
    { enabled: sees("ai-review") && may("ai-review:view") },
  );
  const batches = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/batches",
    { params: { path, query: { limit: 20 } } },
    { enabled: sees("evaluate") && may("evaluate:view") },
  );
  const invitations = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/invitations",
    { params: { path, query: { limit: 1 } } },
    { enabled: may("members:create") },
  );
  const withFailures = batches.data?.items.filter((batch) => batch.counts.failed > 0) ?? [];
  return {
    ready: ![jobs, candidates, batches, invitations].some((asked) => asked.isLoading),
    hasJob: (jobs.data?.total ?? 0) > 0,
    toReview: candidates.data?.total ?? 0,
    failed: withFailures.reduce((sum, batch) => sum + batch.counts.failed, 0),
    failedJobId: withFailures[0]?.job_id,
    invited: invitations.data?.total ?? 0,
  };
}
