// Starts the main tour once after the first sign-in, and renders the running tour.
import { lazy, Suspense, useEffect } from "react";
import { isTourSeen, startTour, useRunningTour } from "@/lib/tour";

const AUTOSTART_MS = 1000;

const GuidedTour = lazy(() => import("./GuidedTour"));

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
