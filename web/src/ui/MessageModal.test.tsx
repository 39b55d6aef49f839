import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n/i18n";
import { type Message, MessageModal } from "./MessageModal";

const PROGRESS: Message = { type: "progress", title: "Load all", text: "Loading candidates…" };

beforeEach(async () => {
  localStorage.setItem("language", "en-US");
  await startI18n();
});
afterEach(() => vi.useRealTimers());

it("shows progress and cannot be closed meanwhile", async () => {
  const onClose = vi.fn();
  render(<MessageModal message={{ ...PROGRESS, current: 50, total: 200 }} onClose={onClose} />);
  expect((await screen.findByRole("status")).textContent).toContain("Loading candidates…");
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("25");
  expect(screen.queryAllByRole("button")).toEqual([]);
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
});

it("has no bar without a known total", () => {
  render(<MessageModal message={PROGRESS} onClose={() => {}} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("announces an error at once and closes by its button", async () => {
  const onClose = vi.fn();
  const message: Message = { type: "error", title: "Refresh", text: "Couldn't refresh", closable: true };
  render(<MessageModal message={message} onClose={onClose} />);
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't refresh");
  const buttons = await screen.findAllByRole("button");
  fireEvent.click(buttons.at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("closes after its delay, restarted by a new message", () => {
  vi.useFakeTimers();
  const onClose = vi.fn();
  const done: Message = { type: "success", title: "Refresh", text: "Data refreshed", closable: true, seconds: 2 };
  const { rerender } = render(<MessageModal message={done} onClose={onClose} />);
  act(() => void vi.advanceTimersByTime(1_900));
  rerender(<MessageModal message={{ ...done, text: "Checked" }} onClose={onClose} />);
  act(() => void vi.advanceTimersByTime(1_900));
  expect(onClose).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(100));
  expect(onClose).toHaveBeenCalledTimes(1);
});
