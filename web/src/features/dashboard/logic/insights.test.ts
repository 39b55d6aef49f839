import { describe, expect, it } from "vitest";
import { STAGE } from "@/entities/application/stages";
import { figureOfCause, figureOfFinding, figureOfStep, insightsOf } from "./insights";

function found(kind: string, more: object = {}) {
  const finding = insightsOf({ text: "", findings: [{ kind, level: "attention", text: "x", ...more }] })?.findings[0];
  if (!finding) throw new Error("no finding");
  return finding;
}

describe("insightsOf", () => {
  it("reads text and findings and omits invalid ones", () => {
    const finding = {
      kind: "waiting_long",
      level: "attention",
      text: "Three wait.",
      value: 3,
      waits_for: "decision",
      cause: { kind: "job", job_id: "1", job_title: "Cook", value: 2 },
      cause_text: "Two are cooks.",
      next_step: "Invite them",
    };
    expect(insightsOf({ text: "", engine: "model", findings: [finding, { kind: "x" }, null] })).toEqual({
      text: "",
      engine: "model",
      fallbackReason: null,
      findings: [
        {
          kind: "waiting_long",
          level: "attention",
          text: "Three wait.",
          step: "Invite them",
          waits_for: "decision",
          cause: { kind: "job", text: "Two are cooks.", job_id: "1" },
        },
      ],
    });
  });
  it("returns nothing for other results", () => {
    for (const result of [null, "text", { text: "x" }, { findings: [] }]) expect(insightsOf(result)).toBeNull();
  });
});

describe("figureOfFinding", () => {
  const figure = (kind: string, more: object = {}) => figureOfFinding(found(kind, more));
  it("links to the figure with the finding's number", () => {
    expect(figure("stage_up", { status: STAGE.offer })).toEqual({ figure: "entered", status: STAGE.offer });
    expect(figure("stage_slow", { status: STAGE.online })).toEqual({ figure: "left", status: STAGE.online });
    expect(figure("waiting_long")).toEqual({ figure: "waiting" });
    expect(figure("waiting_long", { waits_for: "offer" })).toEqual({ figure: "waiting", waits_for: "offer" });
    expect(figure("invitations_expired")).toEqual({ figure: "timed_out_now" });
    expect(figure("job_unreviewed", { job_id: "1" })).toEqual({ figure: "current", status: STAGE.aiReview });
    expect(figure("source_best", { source: "email" })).toEqual({ figure: "advanced", source: "email" });
  });
  it("is empty without candidates or with an unknown stage", () => {
    expect([figure("job_empty", { job_id: "1" }), figure("stage_up", { status: "x" }), figure("other")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("figureOfStep", () => {
  const figure = (kind: string, status: string) => figureOfStep(found(kind, { status }));
  it("links to those who can be moved on", () => {
    expect(figure("stage_down", STAGE.onsite)).toEqual({ figure: "current", status: STAGE.online });
    expect(figure("stage_up", STAGE.onsite)).toEqual({ figure: "current", status: STAGE.onsite });
    expect(figure("stage_down", STAGE.aiReview)).toEqual({ figure: "entered", status: STAGE.aiReview });
    expect(figureOfStep(found("waiting_long", { waits_for: "offer" }))).toEqual({
      figure: "waiting",
      waits_for: "offer",
    });
  });
});

describe("figureOfCause", () => {
  const figure = (cause: object, more: object = {}) =>
    figureOfCause(found("waiting_long", { waits_for: "decision", cause, cause_text: "y", ...more }));
  it("links to the candidates of the job or source", () => {
    expect(figure({ kind: "job", job_id: "1" })).toEqual({
      part: { figure: "waiting", waits_for: "decision" },
      job_id: "1",
    });
    expect(figure({ kind: "source_change", source: "email" })).toEqual({ part: { figure: "source", source: "email" } });
  });
  it("is empty for causes without candidates of their own", () => {
    expect([
      figure({ kind: "interviewer", name: "Budi" }),
      figure({ kind: "before", before: 3 }, { kind: "job_empty" }),
    ]).toEqual([null, null]);
  });
});
