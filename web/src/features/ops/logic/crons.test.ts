import { expect, it } from "vitest";
import { cronState } from "./crons";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const now = Date.parse(at(30));
const cron = { name: "expire_offers", every_seconds: 600, started_at: at(20), next_at: at(30) };

it("tells a run in progress from one that ended, failed or never came", () => {
  expect(cronState({ ...cron, finished_at: at(11), failed_at: null }, now)).toBe("running");
  expect(cronState({ ...cron, finished_at: at(21), failed_at: at(20) }, now)).toBe("completed");
  expect(cronState({ ...cron, finished_at: at(11), failed_at: at(21) }, now)).toBe("failed");
  expect(cronState({ ...cron, finished_at: at(21), failed_at: null, next_at: at(26) }, now)).toBe("overdue");
  expect(cronState({ ...cron, started_at: "2026-01-01T08:00:00Z", finished_at: null, failed_at: null }, now)).toBe(
    "completed",
  );
});
