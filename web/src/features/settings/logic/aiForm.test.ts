import { describe, expect, it } from "vitest";
import type { AiSettings } from "@/lib/api/types";
import { DEFAULT_BASE_URL, formOf, inputOf, isOtherServer, monthBegan, usageRows } from "./aiForm";

const SETTINGS: AiSettings = {
  modelName: "gpt-4o",
  baseUrl: null,
  hasApiKey: true,
  requestsPerMinute: 60,
  tokensPerMinute: null,
  concurrency: null,
  fallbackToBuiltIn: false,
  monthlyBudget: 20,
  spentThisMonth: 1,
  budgetState: "ok",
  prices: { prompt: 0, cached: null, completion: null },
  listPrices: null,
  isPriceKnown: false,
  serverProvider: false,
  paused: null,
  pausedSince: null,
};

describe("the AI form", () => {
  it("sends nothing without changes", () => {
    expect(inputOf({})).toEqual({});
  });

  it("never shows the key and sends only a new one", () => {
    expect(formOf(SETTINGS).apiKey).toBe("");
    expect(inputOf({ apiKey: " sk-1 " })).toEqual({ apiKey: "sk-1" });
  });

  it("detects a different server, which needs its own key", () => {
    const saved = "https://api.example.com/v1";
    expect(isOtherServer("https://API.example.com:443/v2", saved)).toBe(false);
    expect(isOtherServer("https://api.example.com:8443/v1", saved)).toBe(true);
    expect(isOtherServer("https://api.example.org/v1", saved)).toBe(true);
    expect(isOtherServer("", saved)).toBe(true);
    expect(isOtherServer(` ${DEFAULT_BASE_URL}/`, "")).toBe(false);
    // An incomplete address is ignored.
    expect(isOtherServer("https:/", saved)).toBe(false);
  });

  it("clears an emptied limit and restores the list price", () => {
    const emptied = { requestsPerMinute: null, monthlyBudget: null, promptPrice: null };
    expect(inputOf(emptied)).toEqual({ requestsPerMinute: 0, monthlyBudget: -1, promptPrice: -1 });
  });

  it("takes a budget of 0 as one that allows nothing", () => {
    expect(inputOf({ monthlyBudget: 0 })).toEqual({ monthlyBudget: 0 });
  });

  it("sums days and jobs by purpose and model", () => {
    const item = { model: "m", requests: 1, prompt_tokens: 10, completion_tokens: 1, cost: 0.5 };
    const rows = usageRows([
      { ...item, purpose: "draft" },
      { ...item, purpose: "evaluation" },
      { ...item, purpose: "evaluation" },
    ]);
    expect(rows.map(({ purpose, requests, tokens, cost }) => [purpose, requests, tokens, cost])).toEqual([
      ["evaluation", 2, 22, 1],
      ["draft", 1, 11, 0.5],
    ]);
  });

  it("starts the month in UTC", () => {
    expect(monthBegan(new Date("2026-03-31T23:30:00-02:00"))).toBe("2026-04-01T00:00:00.000Z");
  });
});
