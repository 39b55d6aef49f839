import { describe, expect, it } from "vitest";
import type { BatchTask } from "@/lib/api/types";
import { groupByReason } from "./groups";

function task(failure_reason: BatchTask["failure_reason"], retryable = true): BatchTask {
  return { failure_reason, error_category: "document_processing", retryable } as BatchTask;
}

describe("what needs attention", () => {
  it("are grouped by reason, largest first", () => {
    const groups = groupByReason([task("document.scanned"), task("document.encrypted"), task("document.encrypted")]);
    expect(groups.map(({ reason, tasks }) => [reason, tasks.length])).toEqual([
      ["document.encrypted", 2],
      ["document.scanned", 1],
    ]);
  });

  it("are retryable only where a retry can help", () => {
    const [group] = groupByReason([task("document.timeout"), task("document.timeout", false)]);
    expect(group?.retryable).toHaveLength(1);
  });

  it("include failures without a reason", () => {
    expect(groupByReason([task(null)])[0]?.reason).toBe("internal");
  });
});
