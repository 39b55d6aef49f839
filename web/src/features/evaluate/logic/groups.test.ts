import { describe, expect, it } from "vitest";
import type { BatchTask } from "@/lib/api/types";
import { byReason } from "./groups";

function task(failure_reason: string | null, retryable = true): BatchTask {
  return { failure_reason, error_category: "document_processing", retryable } as BatchTask;
}

describe("what needs attention", () => {
  it("is grouped by reason, the largest group first", () => {
    const groups = byReason([task("document.scanned"), task("document.encrypted"), task("document.encrypted")]);
    expect(groups.map(({ reason, tasks }) => [reason, tasks.length])).toEqual([
      ["document.encrypted", 2],
      ["document.scanned", 1],
    ]);
  });

  it("knows for which of them trying again can help", () => {
    const [group] = byReason([task("document.timeout"), task("document.timeout", false)]);
    expect(group?.retryable).toHaveLength(1);
  });

  it("has a place for a failure nobody named", () => {
    expect(byReason([task(null)])[0]?.reason).toBe("internal");
  });
});
