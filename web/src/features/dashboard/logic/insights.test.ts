import { describe, expect, it } from "vitest";
import { STAGE } from "@/entities/application/stages";
import { figureOfFinding, insightsOf } from "./insights";

describe("insightsOf", () => {
  it("reads text and findings and omits invalid ones", () => {
    const findings = [{ kind: "waiting_long", level: "attention", text: "Three wait.", value: 3 }, { kind: "x" }, null];
    expect(insightsOf({ text: "Three wait.", engine: "model", findings })).toEqual({
      text: "Three wait.",
      engine: "model",
      fallbackReason: null,
      findings: [{ kind: "waiting_long", level: "attention", text: "Three wait." }],
    });
  });
  it("returns nothing for other results", () => {
    for (const result of [null, "text", { text: "x" }, { findings: [] }]) expect(insightsOf(result)).toBeNull();
  });
});

describe("figureOfFinding", () => {
  const found = (kind: string, more: object = {}) => {
    const finding = insightsOf({ text: "", findings: [{ kind, level: "attention", text: "x", ...more }] })?.findings[0];
    if (!finding) throw new Error("no finding");
    return figureOfFinding(finding);
  };
  it("links to the figure with the finding's number", () => {
    expect(found("stage_up", { status: STAGE.offer })).toEqual({ figure: "entered", status: STAGE.offer });
    expect(found("stage_slow", { status: STAGE.online })).toEqual({ figure: "left", status: STAGE.online });
    expect(found("waiting_long")).toEqual({ figure: "waiting" });
    expect(found("invitations_expired")).toEqual({ figure: "timed_out_now" });
    expect(found("offers_open")).toEqual({ figure: "current", status: STAGE.offer });
    expect(found("job_unreviewed", { job_id: "1" })).toEqual({ figure: "current", status: STAGE.aiReview });
    expect(found("job_crowded", { job_id: "1" })).toEqual({ figure: "applied" });
    expect(found("source_best", { source: "email" })).toEqual({ figure: "advanced", source: "email" });
  });
  it("is empty without candidates or with an unknown stage", () => {
    expect([found("job_empty", { job_id: "1" }), found("stage_up", { status: "x" }), found("other")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
