// Starts the main tour once after the first sign-in, and renders the running tour.

import { Suspense, useEffect } from "react";
import { isTourSeen, startTour, useRunningTour } from "@/lib/tour";
import { lazyPart } from "@/ui/late/lazyPart";

const AUTOSTART_MS = 1000;

const GuidedTour = lazyPart(() => import("./GuidedTour"), "overlay");

export function TourHost() {
  const running = useRunningTour();
  useEffect(() => {
    if (isTourSeen()) return;
    const timer = setTimeout(() => startTour("main"), AUTOSTART_MS);
    return () => clearTimeout(timer);
  }, []);
  return running ? (
    <Suspense fallback={null}>
      <GuidedTour key={running} kind={running} />
    </Suspense>
  ) : null;
}
