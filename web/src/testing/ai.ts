// Typed examples of AI providers and measurements of judges.
import type { AiProvider, JudgeMeasurements } from "@/lib/api/types";

/** A hosted provider, one whose address is typed, one on one's own machine, and any other. */
export function aiProviders(): AiProvider[] {
  const preset = { needsKey: true, isLocal: false, isAllowed: true, models: [] };
  return [
    { ...preset, id: "openai", name: "OpenAI", baseUrl: "https://api.openai.com/v1", suggestedModel: "gpt-4.1-mini" },
    { ...preset, id: "azure", name: "Azure", baseUrlExample: "https://name.openai.azure.com/openai/v1" },
    {
      ...preset,
      id: "ollama",
      name: "Ollama",
      baseUrl: "http://127.0.0.1:11434/v1",
      needsKey: false,
      isLocal: true,
      isAllowed: false,
      suggestedModel: "qwen3:8b",
      models: ["qwen3:8b", "gemma3:12b"],
      extraParameters: { think: false } as object as NonNullable<AiProvider["extraParameters"]>,
    },
    { ...preset, id: "other", name: "Other", baseUrlExample: "https://models.example.com/v1" },
  ];
}

/** Of a model that was never measured by default. */
export function judgeMeasurements(change: Partial<JudgeMeasurements> = {}): JudgeMeasurements {
  return {
    judge: { engine: "model", model: "gpt-4o", version: "5" },
    is_measured: false,
    resumes: 24,
    expected: { prompt_tokens: 40_000, completion_tokens: 10_000, cost: 0.25 },
    items: [],
    ...change,
  };
}
