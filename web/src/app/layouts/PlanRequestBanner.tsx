// Banner after an organization was created with a plan that the operator has to grant, until it is granted or dismissed.
import { Suspense } from "react";
import { useCurrentMembership } from "@/entities/session/session";
import { lazyPart } from "@/ui/late/lazyPart";

const PlanRequest = lazyPart(async () => ({ default: (await import("./PlanRequest")).PlanRequest }));

export function PlanRequestBanner() {
  const { organization, permissions } = useCurrentMembership();
  const requested = organization.requested_plan;
  if (!requested || !permissions.includes("organization:manage")) return null;
  return (
    <Suspense>
      <PlanRequest key={`${organization.id} ${requested}`} organization={organization} requested={requested} />
    </Suspense>
  );
}
