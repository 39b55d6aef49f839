// What jsdom lacks and our components ask for.
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

vi.stubGlobal(
  "matchMedia",
  vi.fn((media: string) => ({ matches: false, media, addEventListener: () => {}, removeEventListener: () => {} })),
);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
