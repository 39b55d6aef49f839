import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { loadTexts, text } from "@/testing/texts";
import { EvidenceStrip } from "./EvidenceStrip";

beforeAll(loadTexts);

const criteria: CriterionResult[] = [
  {
    criterion: "Finance",
    kind: "nice",
    verdict: "unknown",
    weight: 20,
    dimension: "d",
    quote: null,
    confidence: 0.4,
    question: "Which bank?",
  },
  {
    criterion: "Rust",
    kind: "must",
    verdict: "met",
    weight: 50,
    dimension: "d",
    quote: "Five years of Rust",
    confidence: 0.9,
    question: null,
  },
  {
    criterion: "Go",
    kind: "must",
    verdict: "not",
    weight: 30,
    dimension: "d",
    quote: null,
    confidence: 0.8,
    question: null,
  },
];

const glyphs = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));

describe("EvidenceStrip", () => {
  it("names each glyph by criterion and verdict, must-haves first", () => {
    render(<EvidenceStrip criteria={criteria} />);
    expect(glyphs()).toEqual([
      `Rust: ${text("common:verdict.met")}`,
      `Go: ${text("common:verdict.not")}`,
      `Finance: ${text("common:verdict.unknown")}`,
    ]);
  });

  it("has a text summary for screen readers", () => {
    render(<EvidenceStrip criteria={criteria} />);
    expect(
      screen.getByRole("group", { name: text("common:strip.summary", { met: 1, partly: 0, not: 1, unknown: 1 }) }),
    ).toBeDefined();
  });

  it("is one tab stop with arrow key navigation", () => {
    render(<EvidenceStrip criteria={criteria} />);
    const [first, second, third] = screen.getAllByRole("button");
    expect([first?.tabIndex, second?.tabIndex, third?.tabIndex]).toEqual([0, -1, -1]);
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe(`Go: ${text("common:verdict.not")}`);
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: "End" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe(`Finance: ${text("common:verdict.unknown")}`);
  });

  it("opens the quotation and reports the requested criterion", async () => {
    const onOpenQuote = vi.fn();
    render(<EvidenceStrip criteria={criteria} onOpenQuote={onOpenQuote} />);
    fireEvent.click(await screen.findByRole("button", { name: `Rust: ${text("common:verdict.met")}` }));
    expect(await screen.findByText("Five years of Rust")).toBeDefined();
    fireEvent.click(await screen.findByRole("button", { name: text("common:strip.open_quote") }));
    expect(onOpenQuote).toHaveBeenCalledWith(1);
  });

  it("shows all passages, the counted years and what is missing", async () => {
    const years = { spans: [{ from: "2021-01", to: null, years: 3.1 }], total: 3.1, required: 5 };
    const partly: CriterionResult = {
      criterion: "Five years of Java",
      kind: "must",
      verdict: "partly",
      weight: 100,
      dimension: "d",
      quote: "Java Engineer, Acme",
      moreQuotes: ["Java services at Beta"],
      missing: "1.9 years short",
      years,
      confidence: 0.7,
    };
    const part = { criterion: partly.criterion, weight: 75, credit: 0.5, points: 37.5 };
    render(<EvidenceStrip criteria={[partly]} parts={[part]} />);
    fireEvent.click(await screen.findByRole("button"));
    const shown = await screen.findByRole("dialog");
    for (const words of [
      "Java Engineer, Acme",
      "Java services at Beta",
      "= 3.1 < 5 years",
      "1.9 years short",
      "37.5 of 75",
    ]) {
      expect(shown.textContent).toContain(words);
    }
  });

  it("suggests a question for unmentioned criteria", async () => {
    render(<EvidenceStrip criteria={criteria} />);
    fireEvent.click(await screen.findByRole("button", { name: `Finance: ${text("common:verdict.unknown")}` }));
    expect(await screen.findByText("Ask: Which bank?")).toBeDefined();
  });

  it("keeps focus on opening, moves it into the evidence, and returns it on Escape", async () => {
    render(<EvidenceStrip criteria={criteria} onOpenQuote={() => {}} />);
    const glyph = screen.getByRole("button", { name: `Rust: ${text("common:verdict.met")}` });
    glyph.focus();
    fireEvent.click(glyph);
    const link = await screen.findByRole("button", { name: text("common:strip.open_quote") });
    expect(document.activeElement).toBe(glyph);
    fireEvent.keyDown(glyph, { key: "ArrowDown" });
    expect(document.activeElement).toBe(link);
    fireEvent.keyDown(link, { key: "Escape" });
    expect(document.activeElement).toBe(glyph);
    expect(glyph.getAttribute("aria-expanded")).toBe("false");
  });

  it("closes on an outside click", async () => {
    render(<EvidenceStrip criteria={criteria} />);
    const glyph = screen.getByRole("button", { name: `Go: ${text("common:verdict.not")}` });
    fireEvent.click(glyph);
    expect(glyph.getAttribute("aria-expanded")).toBe("true");
    fireEvent.pointerDown(document.body);
    expect(glyph.getAttribute("aria-expanded")).toBe("false");
  });
});
