import { expect, it } from "vitest";
import { task } from "@/testing/fixtures";
import { batchesOf, trayTasks } from "./tasks";

const NOW = Date.parse("2026-03-02T12:00:00Z");
const shown = (change: Parameters<typeof task>[0], away = false) =>
  trayTasks([task(change)], new Set(away ? [task().id] : []), NOW).length === 1;

it("shows active tasks of any age, even if dismissed before a retry", () => {
  expect(shown({ status: "pending", created_at: "2026-03-01T12:00:00Z" })).toBe(true);
  expect(shown({ status: "retry" }, true)).toBe(true);
});

it("shows recently finished tasks until dismissed", () => {
  const ended = { status: "failed", finished_at: "2026-03-02T11:30:00Z" } as const;
  expect(shown(ended)).toBe(true);
  expect(shown(ended, true)).toBe(false);
  expect(shown({ ...ended, finished_at: "2026-03-02T10:30:00Z" })).toBe(false);
});

it("leaves batches to their own rows", () => {
  expect(shown({ kind: "resume.evaluate", status: "processing" })).toBe(false);
  expect(shown({ kind: "resumes.evaluate", status: "processing" })).toBe(false);
  expect(shown({ kind: "batch.unpack", status: "processing" })).toBe(false);
});

it("shows re-evaluations as batches, and as tasks only when failed", () => {
  const kind = "applications.evaluate";
  expect(shown({ kind, status: "processing" })).toBe(false);
  expect(shown({ kind, status: "failed", finished_at: "2026-03-02T11:30:00Z" })).toBe(true);
  const done = task({
    kind,
    status: "completed",
    finished_at: "2026-03-02T11:30:00Z",
    result: { batch_ids: ["b1", 2] } as never,
  });
  expect(batchesOf([done], NOW)).toEqual(["b1"]);
  expect(batchesOf([done], NOW + 3_600_000)).toEqual([]);
});

it("shows what is done in place only if it failed, and nothing that the server does by itself", () => {
  const ended = { finished_at: "2026-03-02T11:30:00Z" };
  expect(shown({ kind: "text.translate", status: "processing" })).toBe(false);
  expect(shown({ kind: "text.translate", status: "completed", ...ended })).toBe(false);
  expect(shown({ kind: "text.translate", status: "failed", ...ended })).toBe(true);
  expect(shown({ kind: "mailbox.poll", status: "failed", ...ended })).toBe(false);
});
