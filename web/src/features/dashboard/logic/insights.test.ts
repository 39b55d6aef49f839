import { describe, expect, it } from "vitest";
import { insightsOf } from "./insights";

describe("insightsOf", () => {
  it("reads the text and the findings, and leaves out what is none", () => {
    const findings = [{ kind: "waiting_long", level: "attention", text: "Three wait.", value: 3 }, { kind: "x" }, null];
    expect(insightsOf({ text: "Three wait.", engine: "model", findings })).toEqual({
      text: "Three wait.",
      engine: "model",
      findings: [{ kind: "waiting_long", level: "attention", text: "Three wait." }],
    });
  });
  it("finds nothing in another result", () => {
    for (const result of [null, "text", { text: "x" }, { findings: [] }]) expect(insightsOf(result)).toBeNull();
  });
});
