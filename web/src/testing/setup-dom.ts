// What jsdom lacks and our components ask for, and a network that knows only what a test names.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "./server";

// Nothing moves: an animation would never be told that it is over.
vi.stubGlobal(
  "matchMedia",
  vi.fn((media: string) => ({
    matches: media.includes("prefers-reduced-motion"),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  })),
);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal("scrollTo", () => {});
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
// Nothing is drawn.
HTMLCanvasElement.prototype.getContext = () => null;

// A busy machine is waited for.
configure({ asyncUtilTimeout: 45_000 });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(() => server.close());
