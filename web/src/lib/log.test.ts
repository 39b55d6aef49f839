import { expect, it, vi } from "vitest";
import { log, logEntries, onLog } from "./log";

it("keeps the last hundred entries, newest first, and notifies listeners", () => {
  const heard = vi.fn();
  const stop = onLog(heard);
  for (let number = 1; number <= 120; number += 1) log("request", `GET ${number}`);
  stop();
  log("error", "unheard");
  expect(heard).toHaveBeenCalledTimes(120);
  expect(logEntries()).toHaveLength(100);
  expect(
    logEntries()
      .slice(0, 2)
      .map(({ text }) => text),
  ).toEqual(["unheard", "GET 120"]);
});
