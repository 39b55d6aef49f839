import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { chooseAppearance, useAppearance } from "./appearance";

test("the choice is kept, and that of another tab is followed", () => {
  const { result } = renderHook(useAppearance);
  expect(result.current).toEqual({ choice: "system", appearance: "light" });
  act(() => chooseAppearance("dark"));
  expect(localStorage.getItem("appearance")).toBe("dark");
  expect(result.current.appearance).toBe("dark");
  localStorage.setItem("appearance", "light");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "appearance" })));
  expect(result.current).toEqual({ choice: "light", appearance: "light" });
});
