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

it("focuses a select, searched or not, and a date like any other field", () => {
  unwatch = watchDialogFocus();
  for (const first of [
    `<input id="first" role="combobox" readonly>`,
    `<input id="first" role="combobox" type="search">`,
    `<div class="ant-picker"><input id="first"></div>`,
  ]) {
    const dialog = add(`<div class="ant-modal"><button class="ant-modal-close">x</button>
      <div class="ant-modal-body"><input readonly><input type="file">${first}<textarea></textarea></div></div>`);
    dialog.querySelector("button")?.focus();
    expect(document.activeElement?.id, first).toBe("first");
    dialog.remove();
  }
});

it("waits for the first field while it loads, unless the focus moves on", async () => {
  unwatch = watchDialogFocus();
  const loading = `<div class="ant-modal"><button class="ant-modal-close">x</button>
    <div class="ant-modal-body"><div class="ant-skeleton"></div><input id="below"></div></div>`;
  const loaded = `<input id="first">`;
  const load = async (dialog: HTMLElement) => {
    const skeleton = dialog.querySelector(".ant-skeleton");
    if (skeleton) skeleton.outerHTML = loaded;
    await Promise.resolve();
  };
  const patient = add(loading);
  patient.querySelector("button")?.focus();
  expect(document.activeElement?.className).toBe("ant-modal-close");
  await load(patient);
  expect(document.activeElement?.id).toBe("first");
  patient.remove();

  const busy = add(loading);
  busy.querySelector("button")?.focus();
  busy.querySelector<HTMLElement>("#below")?.focus();
  await load(busy);
  expect(document.activeElement?.id).toBe("below");
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
