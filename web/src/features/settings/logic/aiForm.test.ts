import { describe, expect, it } from "vitest";
import type { AiSettings } from "@/lib/api/types";
import { aiProviders } from "@/testing/ai";
import {
  choiceOf,
  DEFAULT_BASE_URL,
  formOf,
  inputOf,
  isOtherServer,
  monthBegan,
  parsedParameters,
  presetOf,
  usageRows,
} from "./aiForm";

const SETTINGS: AiSettings = {
  modelName: "gpt-4o",
  baseUrl: null,
  hasApiKey: true,
  withoutKey: false,
  isDefaultModel: false,
  requestsPerMinute: 60,
  tokensPerMinute: null,
  concurrency: null,
  fallbackToBuiltIn: false,
  monthlyBudget: 20,
  spentThisMonth: 1,
  reservedForBatches: 0,
  budgetState: "ok",
  prices: { prompt: 0, cached: null, completion: null },
  listPrices: null,
  isPriceKnown: false,
  serverProvider: false,
  paused: null,
  pausedSince: null,
  waitsUntil: null,
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

  it("knows a provider by its address", () => {
    const gemini = aiProviders().map((preset) => ({ ...preset, id: "gemini", baseUrl: DEFAULT_BASE_URL }));
    expect(presetOf(aiProviders(), "https://api.openai.com/v1/")?.id).toBe("openai");
    expect(presetOf(aiProviders(), "https://api.openai.com/v2")).toBeUndefined();
    expect(presetOf(gemini, "")?.id).toBe("gemini");
  });

  it("fills in what is known of a chosen provider", () => {
    const [hosted, typed, local] = aiProviders();
    const key = { apiKey: "" };
    const openai = { baseUrl: "https://api.openai.com/v1", modelName: "gpt-4.1-mini", withoutKey: false };
    expect(hosted && choiceOf(hosted)).toEqual({ ...key, ...openai, extraParameters: "" });
    expect(typed && choiceOf(typed)).toMatchObject({ baseUrl: "", modelName: "", withoutKey: false });
    expect(local && choiceOf(local)).toMatchObject({ modelName: "qwen3:8b", withoutKey: true });
    expect(parsedParameters((local && choiceOf(local).extraParameters) ?? "")).toEqual({ think: false });
    // The default provider's model stays the default.
    expect(hosted && choiceOf({ ...hosted, baseUrl: DEFAULT_BASE_URL }).modelName).toBe("");
  });

  it("takes a JSON object as parameters, and nothing else", () => {
    expect(parsedParameters(" ")).toEqual({});
    expect(parsedParameters('{"top_p": 1}')).toEqual({ top_p: 1 });
    for (const text of ["{", "[1]", "null", "3"]) expect(parsedParameters(text)).toBeNull();
    expect(inputOf({ extraParameters: '{"top_p": 1}' })).toEqual({ extraParameters: { top_p: 1 } });
    expect(inputOf({ extraParameters: "", reasoningEffort: "" })).toEqual({ extraParameters: {}, reasoningEffort: "" });
  });

  it("leaves the default model empty, so that it is not saved as a choice", () => {
    expect(formOf({ ...SETTINGS, isDefaultModel: true }).modelName).toBe("");
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
