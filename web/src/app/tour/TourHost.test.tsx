import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { endTour, useRunningTour } from "@/lib/tour";
import * as guidedTour from "./GuidedTour";
import { TourHost } from "./TourHost";

let running: string | null = null;

function Watch() {
  running = useRunningTour();
  return null;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

afterEach(() => {
  cleanup();
  endTour();
  vi.useRealTimers();
  localStorage.removeItem("bole.tour");
});

it("starts the tour a second after signing in", () => {
  // The tour itself needs the app around it.
  vi.spyOn(guidedTour, "default").mockReturnValue(<div />);
  vi.useFakeTimers();
  render(
    <>
      <Watch />
      <TourHost />
    </>,
  );
  pass(999);
  expect(running).toBeNull();
  pass(1);
  expect(running).toBe("main");
});

it("does not start for users who have seen it or left the page", () => {
  vi.useFakeTimers();
  const { unmount } = render(<TourHost />);
  unmount();
  localStorage.setItem("bole.tour", "seen");
  render(
    <>
      <Watch />
      <TourHost />
    </>,
  );
  pass(10_000);
  expect(running).toBeNull();
});
