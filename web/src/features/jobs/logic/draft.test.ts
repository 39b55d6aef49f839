import { expect, it } from "vitest";
import { EMPTY_JOB } from "@/entities/job/queries";
import { draftOf } from "./draft";

it("gives back what was kept of a job, and nothing that is none of its fields", () => {
  const kept = { ...EMPTY_JOB, title: "Engineer", is_active: "yes", location_ids: [1], version: 3 };
  const draft = draftOf(kept);
  expect(draft?.title).toBe("Engineer");
  expect(draft).not.toHaveProperty("is_active");
  expect(draft).not.toHaveProperty("location_ids");
  expect(draft).not.toHaveProperty("version");
});

it("is null without a kept job", () => {
  for (const kept of [null, "text", 7, {}, { version: 3 }]) expect(draftOf(kept)).toBeNull();
});
