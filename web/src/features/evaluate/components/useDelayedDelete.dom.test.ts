import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UNDO_MS, useDelayedDelete } from "./useDelayedDelete";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Deletions that are answered when the test says so. */
function setUp() {
  const answers = new Map<string, (isDeleted: boolean) => void>();
  const run = vi.fn((id: string) => new Promise<boolean>((resolve) => void answers.set(id, resolve)));
  const { result } = renderHook(() => useDelayedDelete(run));
  return { run, answer: (id: string, isDeleted: boolean) => act(async () => answers.get(id)?.(isDeleted)), result };
}

it("keeps a row out of the list until the deletion is answered", async () => {
  const { run, answer, result } = setUp();
  act(() => result.current.remove("a"));
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
  expect(run).toHaveBeenCalledWith("a");
  expect([...result.current.leaving]).toEqual(["a"]);
  await answer("a", true);
  expect(result.current.leaving.size).toBe(0);
});

it("shows a row again that could not be deleted", async () => {
  const { answer, result } = setUp();
  act(() => result.current.remove("a"));
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
  await answer("a", false);
  expect(result.current.leaving.size).toBe(0);
});

it("deletes nothing that was restored", async () => {
  const { run, result } = setUp();
  act(() => result.current.remove("a"));
  act(() => result.current.restore("a"));
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
  expect(run).not.toHaveBeenCalled();
});

it("deletes at once what was announced when the tab is closed, once", async () => {
  const { run, result } = setUp();
  act(() => result.current.remove("a"));
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(run).toHaveBeenCalledWith("a");
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
  expect(run).toHaveBeenCalledOnce();
});
