import { expect, it } from "vitest";
import type { Task } from "@/lib/api/types";
import { task } from "@/testing/fixtures";
import { resultOf } from "./result";

const result = (kind: Task["kind"], found: object, status: "completed" | "failed" = "completed") =>
  resultOf(task({ kind, status, result: found as Record<string, never> }));

it("opens the result of a task", () => {
  expect(result("dashboard.export", { file_url: "/api/organizations/o/exports/e/file" })).toEqual({
    kind: "file",
    href: "/api/organizations/o/exports/e/file",
  });
  expect(result("job.draft", { text: "We build.", engine: "model" })).toEqual({ kind: "text", text: "We build." });
  expect(result("text.translate", { translatedText: "Kami membangun." })).toEqual({
    kind: "text",
    text: "Kami membangun.",
  });
  expect(result("dashboard.insights", {})).toEqual({ kind: "page", href: "/dashboard" });
  const again = result("applications.evaluate", { job_id: "j", batch_ids: ["b"] });
  expect(again).toEqual({ kind: "page", href: "/evaluate?job_id=j&batch_id=b" });
});

it("opens nothing for failed tasks, empty results and external links", () => {
  expect(result("job.draft", { text: "half" }, "failed")).toBeNull();
  expect(result("job.draft", {})).toBeNull();
  expect(result("applications.evaluate", { job_id: null, batch_ids: [] })).toBeNull();
  expect(result("dashboard.export", { file_url: "https://elsewhere.example" })).toBeNull();
});
