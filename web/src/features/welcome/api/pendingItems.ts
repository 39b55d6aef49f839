// The user's pending items: candidates to review, replies, offers, failed resumes, open invitations.
import { useToReviewCount } from "@/entities/application/queries";
import { useLatestBatches } from "@/entities/batch/queries";
import { useHasInbox, useUnreadMessages } from "@/entities/email/inbox";
import { useActiveJobs } from "@/entities/job/queries";
import { useInvitationCount } from "@/entities/member/invitations";
import { usePendingOffers } from "@/entities/offer/queries";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import type { PendingOffers } from "@/lib/api/types";

export interface PendingItems {
  /** Whether everything the user may see is known. */
  isReady: boolean;
  /** Why a part is unknown; null if none failed. */
  error: unknown;
  /** Whether something known may be outdated. */
  isStale: boolean;
  retry: () => void;
  /** Undefined while unknown. */
  hasJob: boolean | undefined;
  toReview: number;
  failed: number;
  /** The job of the latest batch with failures. */
  failedJobId: string | undefined;
  invited: number;
  /** Unread replies. */
  replies: number;
  /** Emails that need a person. */
  held: number;
  offers: readonly PendingOffers[];
}

export function usePendingItems(): PendingItems {
  const jobs = useActiveJobs(useCan("jobs:view"));
  const candidates = useToReviewCount([useCanOpenPage("ai-review"), useCan("ai-review:view")].every(Boolean));
  const batches = useLatestBatches([useCanOpenPage("evaluate"), useCan("evaluate:view")].every(Boolean));
  const invitations = useInvitationCount(useCan("members:create"));
  const offers = usePendingOffers([useCanOpenPage("offer-workbench"), useCan("offer-workbench:view")].every(Boolean));
  const inbox = useUnreadMessages(useHasInbox());
  const asked = [jobs, candidates, batches, invitations, offers, inbox].filter(({ isEnabled }) => isEnabled);
  const withFailures = batches.data?.items.filter((batch) => batch.counts.failed > 0) ?? [];
  return {
    isReady: asked.every(({ data }) => data !== undefined),
    error: asked.find(({ error, data }) => error && data === undefined)?.error ?? null,
    isStale: asked.some(({ error, data }) => error && data !== undefined),
    retry: () => {
      for (const { error, refetch } of asked) if (error) void refetch();
    },
    hasJob: jobs.isEnabled ? jobs.data && jobs.data.total > 0 : false,
    toReview: candidates.data?.total ?? 0,
    failed: withFailures.reduce((sum, batch) => sum + batch.counts.failed, 0),
    failedJobId: withFailures[0]?.job_id,
    invited: invitations.data?.total ?? 0,
    replies: inbox.data?.reply ?? 0,
    held: inbox.data?.held ?? 0,
    offers: offers.data?.items ?? [],
  };
}
