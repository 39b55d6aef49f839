import { expect, it } from "vitest";
import type { Task } from "@/lib/api/types";
import { task } from "@/testing/fixtures";
import { outcomeOf } from "./outcome";

const outcome = (kind: Task["kind"], result: object, status: "completed" | "processing" = "completed") =>
  outcomeOf(task({ kind, status, result: result as Record<string, never> }));

it("counts sent, failed and unknown emails", () => {
  const results = ["sent", "failed", "sent", "unknown"].map((status, at) => ({ status, emailId: `e${at}` }));
  expect(outcome("email.send_request", { results })).toEqual({
    done: 2,
    failed: 1,
    unknown: 1,
    emailIds: ["e1", "e3"],
    unwritten: null,
  });
});

it("links to candidates whose email could not be written", () => {
  const part = (applicationId: string, status: string) => ({ applicationId, status, emailType: "rejection" });
  expect(outcome("email.generate", [part("a", "success"), part("b", "failed"), part("c", "failed")])).toMatchObject({
    done: 1,
    failed: 2,
    unwritten: { type: "rejection", applicationIds: ["b", "c"] },
  });
  expect(outcome("email.generate", [part("a", "success")])).toMatchObject({ done: 1, failed: 0, unwritten: null });
});

it("returns nothing for running tasks and other kinds", () => {
  expect(outcome("email.send_request", { results: [] }, "processing")).toBeNull();
  expect(outcome("job.draft", { text: "We build." })).toBeNull();
  expect(outcome("email.send_request", {})).toMatchObject({ done: 0, failed: 0 });
});
