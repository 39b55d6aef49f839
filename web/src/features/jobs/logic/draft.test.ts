import { expect, it } from "vitest";
import { EMPTY_JOB } from "@/entities/job/queries";
import { draftOf } from "./draft";

it("restores known fields of a stored job only", () => {
  const kept = { ...EMPTY_JOB, title: "Engineer", is_active: "yes", location_ids: [1], version: 3 };
  const draft = draftOf(kept);
  expect(draft?.title).toBe("Engineer");
  expect(draft).not.toHaveProperty("is_active");
  expect(draft).not.toHaveProperty("location_ids");
  expect(draft).not.toHaveProperty("version");
});

it("is null without a stored job", () => {
  for (const kept of [null, "text", 7, {}, { version: 3 }]) expect(draftOf(kept)).toBeNull();
});
