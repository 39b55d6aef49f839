// Polyfills for jsdom, and a network that only knows the handlers of the test.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "./server";

// No animations, because their end events never fire.
window.matchMedia = (media) =>
  ({
    matches: media.includes("prefers-reduced-motion"),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
// jsdom's frames end for good when a test fakes time while one is due.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
const FRAME_MS = 16;
window.requestAnimationFrame = (callback) => Number(startTimer(() => callback(performance.now()), FRAME_MS));
window.cancelAnimationFrame = (frame) => stopTimer(frame);
// No modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};
// No canvas.
HTMLCanvasElement.prototype.getContext = () => null;

// Generous timeout for busy machines.
configure({ asyncUtilTimeout: 45_000 });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));

afterEach(() => {
  cleanup();
  // What antd measures with stays there.
  document.body.replaceChildren();
  vi.useRealTimers();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(() => server.close());
