// Groups the workbench's candidates by their next step.
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { OfferCandidate } from "@/entities/offer/queries";

export const GROUPS = ["prepare", "approve", "send", "answer", "answered", "onboarding", "done"] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf({ application, offer }: OfferCandidate): Group {
  const { status, sub_status } = application;
  if (status === STAGE.onboarding) return sub_status === SUB_STATUS.onboardingPending ? "onboarding" : "done";
  switch (offer?.status) {
    case "submitted":
      return "approve";
    case "approved":
      return "send";
    case "sent":
    case "viewed":
      return "answer";
    case "accepted":
    case "declined":
    case "expired":
      return "answered";
    default:
      return "prepare";
  }
}

/** Whether nothing is left to do for the candidates of the group. */
export function isFinished(group: Group): boolean {
  return group === "done";
}

export interface OfferGroup {
  group: Group;
  candidates: OfferCandidate[];
}

/** Groups that are not empty, in the order of the process; longest waiting first. */
export function groupsOf(candidates: readonly OfferCandidate[], search: string): OfferGroup[] {
  const wanted = search.trim().toLowerCase();
  const matches = ({ application }: OfferCandidate) =>
    [application.person.name, application.person.email, application.job_title].some((text) =>
      text?.toLowerCase().includes(wanted),
    );
  const found = wanted === "" ? candidates : candidates.filter(matches);
  const since = ({ application }: OfferCandidate) => Date.parse(application.sub_status_since);
  return GROUPS.map((group) => ({
    group,
    candidates: found.filter((one) => groupOf(one) === group).toSorted((a, b) => since(a) - since(b)),
  })).filter((one) => one.candidates.length > 0);
}
