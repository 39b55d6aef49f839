import { describe, expect, it } from "vitest";
import type { CriteriaReading } from "@/entities/job/criteria";
import type { Criterion, JobCriteria } from "@/lib/api/types";
import { criterionOf, proposed, protectedIn, unread } from "./confirm";

const FIELD = "ai_evaluation_criteria";
const TEXT = "- Rust\n- Male only\nFree lunch";

const READ: JobCriteria = {
  criteria: [
    { text: "Rust", kind: "must", weight: 60, cap: 70, source: { field: FIELD, start: 0, end: 6 } },
    { text: "Rust", kind: "nice", weight: 40, section: "Extras", source: { field: FIELD, start: 0, end: 6 } },
  ],
  parts: [
    { role: "heading", source: { field: FIELD, start: 0, end: 2 } },
    { role: "not_read", source: { field: FIELD, start: 19, end: 29 } },
  ],
  protected: [{ attribute: "gender", clause: "s. 11", source: { field: FIELD, start: 9, end: 18 } }],
  thresholds: null,
};
const READING: CriteriaReading = { of: { title: "", [FIELD]: TEXT }, criteria: READ };

describe("the list to confirm", () => {
  it("keeps ids and dimensions of criteria that stay, once each", () => {
    const known: Criterion[] = [{ id: "c7", text: "Rust", kind: "must", weight: 100, dimension: "Backend" }];
    expect(proposed(READ, known).map(({ id, dimension, cap }) => [id, dimension, cap])).toEqual([
      ["c7", "Backend", 70],
      ["", "Extras", undefined],
    ]);
  });

  it("names the lines that were not read", () => {
    expect(unread(READING).map(({ words }) => words)).toEqual(["Free lunch"]);
    expect(unread(READING, [{ field: FIELD, start: 19, end: 29 }])).toEqual([]);
  });

  it("makes a line a criterion without its list sign", () => {
    const source = { field: "jd" as const, start: 0, end: 8 };
    const texts = ["- Docker", "2. Docker", "3、Docker", "Docker"].map((words) => criterionOf({ words, source }).text);
    expect(new Set(texts)).toEqual(new Set(["Docker"]));
    expect(criterionOf({ words: "x".repeat(600), source }).text).toHaveLength(500);
  });

  it("marks nothing in a text that has changed since", () => {
    expect(protectedIn(READING, FIELD, TEXT)).toHaveLength(1);
    expect(protectedIn(READING, FIELD, `${TEXT}!`)).toEqual([]);
    expect(protectedIn(READING, "jd", "")).toEqual([]);
    expect(protectedIn(null, FIELD, TEXT)).toEqual([]);
  });
});
