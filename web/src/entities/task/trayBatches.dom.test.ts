import { expect, it } from "vitest";
import { TrayBatches } from "./trayBatches";

it("shows each batch once, newest first, also after a reload", () => {
  const tray = new TrayBatches();
  for (const id of ["a", "b", "a"]) tray.follow(id);
  expect(tray.all()).toEqual(["b", "a"]);
  expect(new TrayBatches().all()).toEqual(["b", "a"]);
});

it("does not show dismissed batches, unless they are active again", () => {
  const tray = new TrayBatches();
  tray.follow("a");
  tray.dismiss("a");
  tray.follow("a");
  expect(tray.all()).toEqual([]);
  tray.showAgain("a");
  expect(tray.all()).toEqual(["a"]);
});
