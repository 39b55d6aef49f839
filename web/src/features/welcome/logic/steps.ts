// Which steps of the process a member takes part in, and which comes next.
import type { Membership } from "@/lib/api/types";

export type Step = "job" | "evaluate" | "review";

export function stepsFor(member: Pick<Membership, "pages" | "permissions">): Step[] {
  const steps: Step[] = [];
  if (member.pages.includes("jobs")) steps.push("job");
  if (member.pages.includes("evaluate") && member.permissions.includes("evaluate:execute")) steps.push("evaluate");
  if (member.pages.includes("ai-review")) steps.push("review");
  return steps;
}

/** Evaluation needs a job, and review needs candidates. */
export function nextStep(steps: readonly Step[], hasJob: boolean, toReview: number): Step | undefined {
  const order: Step[] = !hasJob ? ["job", "review"] : toReview > 0 ? ["review", "evaluate"] : ["evaluate", "review"];
  return order.find((step) => steps.includes(step));
}
