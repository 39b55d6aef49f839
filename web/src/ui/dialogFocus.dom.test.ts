import { afterEach, expect, it } from "vitest";
import { watchDialogFocus } from "./dialogFocus";

let unwatch: () => void = () => undefined;

afterEach(() => {
  unwatch();
  document.body.replaceChildren();
});

function add(html: string): HTMLElement {
  const box = document.createElement("div");
  box.innerHTML = html;
  document.body.append(box);
  return box;
}

const DIALOG = `<div class="ant-modal"><button class="ant-modal-close">x</button>
  <div class="ant-modal-body"><input type="checkbox"><input id="name"></div></div>`;

it("focuses a dialog's first text field instead of its close button", () => {
  unwatch = watchDialogFocus();
  const dialog = add(DIALOG);
  dialog.querySelector("button")?.focus();
  expect(document.activeElement?.id).toBe("name");
  // Going back to the button by keyboard is possible.
  dialog.querySelector("button")?.focus();
  expect(document.activeElement?.className).toBe("ant-modal-close");
});

it("returns focus to an existing element after a dialog closes", async () => {
  unwatch = watchDialogFocus();
  add(`<button id="opener">open</button>`).querySelector("button")?.focus();
  const menu = add(`<button id="item">item</button>`);
  menu.querySelector("button")?.focus();
  const dialog = add(DIALOG);
  dialog.querySelector("input")?.focus();
  menu.remove();
  dialog.replaceChildren();
  dialog.remove();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe("opener");
});
