// The AI form's fields as text, and the changes to send; an emptied number removes the value.
import type { AiProvider, AiPurpose, AiSettings, AiSettingsInput } from "@/lib/api/types";

export interface AiForm {
  baseUrl: string;
  modelName: string;
  /** A new key; empty keeps the saved one. */
  apiKey: string;
  /** Whether the address is asked without a key, as a model on one's own machine. */
  withoutKey: boolean;
  /** Empty for the default. */
  reasoningEffort: string;
  /** A JSON object as text; empty for none. */
  extraParameters: string;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  concurrency: number | null;
  fallbackToBuiltIn: boolean;
  monthlyBudget: number | null;
  promptPrice: number | null;
  cachedPrice: number | null;
  completionPrice: number | null;
}

const LIMITS = ["requestsPerMinute", "tokensPerMinute", "concurrency"] as const;
/** 0 is an amount: nothing may be spent, or it costs nothing. */
const AMOUNTS = ["monthlyBudget", "promptPrice", "cachedPrice", "completionPrice"] as const;

export function formOf(settings: AiSettings): AiForm {
  return {
    baseUrl: settings.baseUrl ?? "",
    // The default model is a placeholder, so that it is not saved as a choice.
    modelName: settings.isDefaultModel ? "" : settings.modelName,
    apiKey: "",
    withoutKey: settings.withoutKey,
    reasoningEffort: settings.reasoningEffort ?? "",
    extraParameters: parametersText(settings.extraParameters),
    requestsPerMinute: settings.requestsPerMinute ?? null,
    tokensPerMinute: settings.tokensPerMinute ?? null,
    concurrency: settings.concurrency ?? null,
    fallbackToBuiltIn: settings.fallbackToBuiltIn,
    monthlyBudget: settings.monthlyBudget ?? null,
    promptPrice: settings.prices.prompt ?? null,
    cachedPrice: settings.prices.cached ?? null,
    completionPrice: settings.prices.completion ?? null,
  };
}

/** The default provider's, which an empty address stands for. */
export const DEFAULT_BASE_URL = "https://generativelanguage.googleapis.com/v1beta/openai";

function originOf(address: string): string | null {
  const text = address.trim() || DEFAULT_BASE_URL;
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** Whether an address is another server's than the saved one, so that the saved key is not for it. */
export function isOtherServer(address: string, saved: string): boolean {
  const origin = originOf(address);
  return origin !== null && origin !== originOf(saved);
}

/** A JSON object, whose content the API's document leaves open. */
type AiParameters = NonNullable<AiSettingsInput["extraParameters"]>;

/** A parameter object as the text of its field. */
export function parametersText(parameters: object | null | undefined): string {
  return parameters && Object.keys(parameters).length > 0 ? JSON.stringify(parameters, null, 2) : "";
}

/** The object of a text; null if it is none. */
export function parsedParameters(text: string): AiParameters | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as AiParameters) : null;
  } catch {
    return null;
  }
}

/** The preset whose address this is. */
export function presetOf(presets: readonly AiProvider[], baseUrl: string): AiProvider | undefined {
  const address = (baseUrl.trim() || DEFAULT_BASE_URL).replace(/\/+$/, "");
  return presets.find((preset) => preset.baseUrl?.replace(/\/+$/, "") === address);
}

/** What choosing a provider changes. */
export function choiceOf(preset: AiProvider): Partial<AiForm> {
  return {
    baseUrl: preset.baseUrl ?? "",
    // The default provider's default model is replaced when it is retired; a chosen one is not.
    modelName: preset.baseUrl === DEFAULT_BASE_URL ? "" : (preset.suggestedModel ?? ""),
    apiKey: "",
    withoutKey: !preset.needsKey,
    extraParameters: parametersText(preset.extraParameters),
  };
}

/** Changed fields as the API takes them. */
export function inputOf({ apiKey, ...changed }: Partial<AiForm>): AiSettingsInput {
  const input: AiSettingsInput = {};
  if (changed.baseUrl !== undefined) input.baseUrl = changed.baseUrl.trim();
  if (changed.modelName !== undefined) input.modelName = changed.modelName.trim();
  if (apiKey?.trim()) input.apiKey = apiKey.trim();
  if (changed.withoutKey !== undefined) input.withoutKey = changed.withoutKey;
  if (changed.reasoningEffort !== undefined) input.reasoningEffort = changed.reasoningEffort;
  if (changed.extraParameters !== undefined) {
    input.extraParameters = parsedParameters(changed.extraParameters) ?? {};
  }
  if (changed.fallbackToBuiltIn !== undefined) input.fallbackToBuiltIn = changed.fallbackToBuiltIn;
  for (const name of LIMITS) if (changed[name] !== undefined) input[name] = changed[name] ?? 0;
  // Without a price the list price applies, without a budget there is none.
  for (const name of AMOUNTS) if (changed[name] !== undefined) input[name] = changed[name] ?? -1;
  return input;
}

/** Start of the month in UTC, as for budgets. */
export function monthBegan(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
}

export interface UsageRow {
  key: string;
  purpose: AiPurpose;
  model: string;
  requests: number;
  tokens: number;
  cost: number;
}

/** Usage summed by kind of task and model, highest cost first. */
export function usageRows(
  items: readonly (Omit<UsageRow, "key" | "tokens"> & { prompt_tokens: number; completion_tokens: number })[],
): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const item of items) {
    const key = `${item.purpose} ${item.model}`;
    const row = rows.get(key) ?? { key, purpose: item.purpose, model: item.model, requests: 0, tokens: 0, cost: 0 };
    row.requests += item.requests;
    row.tokens += item.prompt_tokens + item.completion_tokens;
    row.cost += item.cost;
    rows.set(key, row);
  }
  return [...rows.values()].sort((one, other) => other.cost - one.cost || other.tokens - one.tokens);
}
