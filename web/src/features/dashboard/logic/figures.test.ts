import { describe, expect, it } from "vitest";
import { STAGE } from "@/entities/application/stages";
import { figureHref, figureOf, scopeBefore, scopeOfStep } from "./figures";

const SCOPE = { from: "2026-03-01T00:00:00Z", to: "2026-03-31T00:00:00Z", job_id: "j1", days: "30" };

describe("the URL of a figure's candidates", () => {
  it("round-trips", () => {
    const address = figureHref(SCOPE, { figure: "entered", status: STAGE.online });
    const read = figureOf(new URL(address, "http://bole.example").searchParams);
    const { days: _, ...scope } = SCOPE;
    expect(read).toEqual({ figure: "entered", status: STAGE.online, ...scope });
  });
  it("keeps the lowest score class", () => {
    const address = figureHref(SCOPE, { figure: "score_class", class: 0 });
    expect(figureOf(new URL(address, "http://bole.example").searchParams).class).toBe(0);
  });
  it("has no period for current figures", () => {
    expect(figureHref(SCOPE, { figure: "waiting" })).not.toContain("from=");
  });
  it("defaults to applicants", () => {
    expect(figureOf(new URLSearchParams())).toEqual({ figure: "applied" });
    expect(figureOf(new URLSearchParams("figure=nonsense"))).toEqual({ figure: "applied" });
  });
});

describe("the period", () => {
  it("has an equally long previous period ending at its start", () => {
    expect(scopeBefore(SCOPE)).toMatchObject({ from: "2026-01-30T00:00:00.000Z", to: SCOPE.from });
  });
  it("limits a step to the whole period", () => {
    const point = (start: string) => ({ start, applied: 0, interviewed: 0, offered: 0, hired: 0 });
    const points = [point("2026-02-23T00:00:00Z"), point("2026-03-02T00:00:00Z"), point("2026-03-30T00:00:00Z")];
    expect(scopeOfStep(SCOPE, points, 0)).toMatchObject({ from: SCOPE.from, to: "2026-03-02T00:00:00Z" });
    expect(scopeOfStep(SCOPE, points, 2)).toMatchObject({ from: "2026-03-30T00:00:00Z", to: SCOPE.to });
  });
});
