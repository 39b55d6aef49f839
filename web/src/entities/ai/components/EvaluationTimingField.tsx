// When to evaluate again: now, or within a day at a lower price. Shown only where the provider offers that.
import { Suspense } from "react";
import { useAiState } from "@/entities/ai/state";
import { lazyPart } from "@/ui/late/lazyPart";
import type { TimingProps } from "./TimingChoices";

// Few providers have it, so it loads where it is shown.
const TimingChoices = lazyPart(async () => ({ default: (await import("./TimingChoices")).TimingChoices }));

export function EvaluationTimingField(props: TimingProps) {
  if (!useAiState(true).data?.has_batch_prices) return null;
  return (
    <Suspense>
      <TimingChoices {...props} />
    </Suspense>
  );
}
