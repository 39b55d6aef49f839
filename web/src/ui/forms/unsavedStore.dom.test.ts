import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { registerUnsaved, useHasUnsavedChanges } from "./unsavedStore";

describe("useHasUnsavedChanges", () => {
  it("is true until the last one is unregistered", () => {
    const { result } = renderHook(useHasUnsavedChanges);
    expect(result.current).toBe(false);
    let first = () => {};
    let second = () => {};
    act(() => {
      first = registerUnsaved();
      second = registerUnsaved();
    });
    expect(result.current).toBe(true);
    act(first);
    expect(result.current).toBe(true);
    act(second);
    expect(result.current).toBe(false);
  });
});
