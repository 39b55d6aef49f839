import { beforeEach, expect, it } from "vitest";
import { clearTrays, TrayBatches, trayOf } from "./trayBatches";

beforeEach(() => sessionStorage.clear());

it("shows each batch once, newest first, also after a reload", () => {
  const tray = new TrayBatches("acme");
  for (const id of ["a", "b", "a"]) tray.follow(id);
  expect(tray.all()).toEqual(["b", "a"]);
  expect(new TrayBatches("acme").all()).toEqual(["b", "a"]);
});

it("does not show dismissed batches, unless they are active again", () => {
  const tray = new TrayBatches("acme");
  tray.follow("a");
  tray.dismiss("a");
  tray.follow("a");
  expect(tray.all()).toEqual([]);
  expect([...new TrayBatches("acme").allDismissed()]).toEqual(["a"]);
  tray.showAgain("a");
  expect(tray.all()).toEqual(["a"]);
});

it("keeps the batches of each organization apart, until the user changes", () => {
  trayOf("acme").follow("a");
  trayOf("other").follow("b");
  trayOf("other").dismiss("a");
  expect(trayOf("acme").all()).toEqual(["a"]);
  expect(trayOf("other").all()).toEqual(["b"]);
  clearTrays();
  expect([...trayOf("acme").all(), ...trayOf("other").all()]).toEqual([]);
  expect(new TrayBatches("acme").all()).toEqual([]);
});

it("is empty if the stored one is invalid", () => {
  for (const broken of ["[]", "null", "{", '{"ids":3}']) {
    sessionStorage.setItem("bole.tray.acme", broken);
    expect(new TrayBatches("acme").all()).toEqual([]);
  }
});
