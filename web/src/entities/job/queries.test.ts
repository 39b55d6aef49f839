import { describe, expect, it } from "vitest";
import type { Job } from "@/lib/api/types";
import { inverseOf, movesOf } from "./queries";

const job = (init: Partial<Job>) => ({ is_active: true, is_deleted: false, total_applications: 0, ...init }) as Job;

describe("movesOf", () => {
  it("closes an open job with candidates before archiving", () => {
    expect(movesOf(job({ total_applications: 3 }))).toEqual(["deactivate"]);
    expect(movesOf(job({ total_applications: 3, is_active: false }))).toEqual(["activate", "archive"]);
  });
  it("archives an open job without candidates directly", () => {
    expect(movesOf(job({}))).toContain("archive");
  });
  it("only restores an archived job", () => {
    expect(movesOf(job({ is_deleted: true }))).toEqual(["restore"]);
  });
});

describe("inverseOf", () => {
  it("reopens a job archived while open", () => {
    expect(inverseOf("archive", "active")).toEqual(["restore", "activate"]);
    expect(inverseOf("archive", "inactive")).toEqual(["restore"]);
  });
});
