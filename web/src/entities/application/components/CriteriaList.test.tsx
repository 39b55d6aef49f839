import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import type { CriterionResult } from "@/lib/api/types";
import { loadTexts, text } from "@/testing/texts";
import { CriteriaList } from "./CriteriaList";
import { Dimensions } from "./Dimensions";

beforeAll(loadTexts);

const result = (change: Partial<CriterionResult>): CriterionResult => ({
  criterion: "Kafka and Redis",
  kind: "must",
  verdict: "met",
  weight: 60,
  dimension: "skills_match",
  quote: "Moved orders to Kafka",
  confidence: 0.9,
  ...change,
});

it("quotes every passage, each opening its place in the resume", () => {
  const onQuote = vi.fn();
  const criteria = [result({ moreQuotes: ["Cached prices in Redis", "Moved orders to Kafka"] })];
  render(<CriteriaList evaluation={{ criteria }} quote="Cached prices in Redis" onQuote={onQuote} />);
  const quotes = screen.getAllByRole("button");
  expect(quotes.map((quote) => quote.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
  fireEvent.click(quotes[0] as HTMLElement);
  expect(onQuote).toHaveBeenCalledWith("Moved orders to Kafka");
});

it("shows the points of the sum, what is missing, and that nothing was found", () => {
  const criteria = [
    result({ verdict: "partly", missing: "Not found: Redis" }),
    result({ criterion: "Go", verdict: "unknown", quote: null, weight: 40 }),
  ];
  const score_parts = [
    { criterion: "Kafka and Redis", weight: 45, credit: 0.5, points: 22.5 },
    { criterion: "Go", weight: 30, credit: 0.1, points: 3 },
    { criterion: "career_fit", weight: 25, credit: 1, points: 25 },
  ];
  render(<CriteriaList evaluation={{ criteria, score_parts }} quote={null} />);
  const [kafka, go] = screen.getAllByRole("listitem").map((item) => within(item));
  expect(kafka?.getByText("22.5 of 45")).toBeDefined();
  expect(kafka?.getByText("Not found: Redis")).toBeDefined();
  expect(go?.getByText("3 of 30")).toBeDefined();
  expect(go?.getByText(text("common:strip.no_quote"))).toBeDefined();
});

it("says so if a judge met a criterion in part without naming what is missing", () => {
  const criteria = [result({ verdict: "partly" }), result({ criterion: "Go", quote: "Services in Go" })];
  render(<CriteriaList evaluation={{ criteria }} quote={null} />);
  const [partly, met] = screen.getAllByRole("listitem").map((item) => item.textContent ?? "");
  expect(partly).toContain(text("common:strip.missing_unstated"));
  expect(met).not.toContain(text("common:strip.missing_unstated"));
});

it("lists what no resume proves as questions without a mark", () => {
  const criteria = [result({}), result({ criterion: "Patient", verdict: "unknown", quote: null, weight: 0 })];
  render(<CriteriaList evaluation={{ criteria }} quote={null} />);
  const asked = screen.getByRole("heading", { name: text("evaluation:criteria.asked") }).closest("section");
  const item = within(asked as HTMLElement).getByRole("listitem");
  expect(item.textContent).toBe("Patient");
  expect(item.querySelector("svg")).toBeNull();
});

it("shows a dash for a dimension about which the resume says nothing", () => {
  const criteria = [
    result({ dimension: "education", verdict: "unknown", quote: null }),
    result({ dimension: "communication", verdict: "unknown", quote: null, weight: 0 }),
  ];
  const { container } = render(<Dimensions scores={{ skills_match: 79.6, career_stability: 0 }} criteria={criteria} />);
  const rows = [...container.querySelectorAll("dt")].map((name) => [name.textContent, name.nextSibling?.textContent]);
  expect(rows).toEqual([
    [text("common:dimension.skills_match"), "79"],
    [text("common:dimension.career_stability"), "0"],
    [text("common:dimension.education"), "—"],
  ]);
});
