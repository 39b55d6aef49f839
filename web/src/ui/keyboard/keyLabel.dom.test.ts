import { expect, it } from "vitest";
import { keyLabel } from "./keyLabel";

it("shows the modifier of the platform", () => {
  expect([keyLabel("Mod+k", true), keyLabel("Mod+k", false)]).toEqual(["⌘K", "Ctrl+K"]);
  expect([keyLabel("Mod+arrowdown", true), keyLabel("Mod+arrowup", false)]).toEqual(["⌘↓", "Ctrl+↑"]);
  expect([keyLabel("?"), keyLabel("ArrowDown")]).toEqual(["?", "↓"]);
});
