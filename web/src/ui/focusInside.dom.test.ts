import { expect, it } from "vitest";
import { focusInside } from "./focusInside";

it("moves the focus into a container, not away from a field inside", () => {
  document.body.innerHTML = '<button>Open</button><div role="dialog" tabindex="-1"><input /></div>';
  const [button, dialog, field] = [...document.querySelectorAll<HTMLElement>("button, div, input")];
  button?.focus();
  focusInside(dialog);
  expect(document.activeElement).toBe(dialog);
  field?.focus();
  focusInside(dialog);
  expect(document.activeElement).toBe(field);
});
