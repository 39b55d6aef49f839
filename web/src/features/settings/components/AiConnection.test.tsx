import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { AiSettings, AiTest } from "@/lib/api/types";
import { aiSettings } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const USAGE = { requests: 1, prompt_tokens: 10, cached_tokens: 0, completion_tokens: 1, reasoning_tokens: 0 };
const O = "/api/organizations/{organization_id}";
const field = (key: Parameters<typeof text>[0]) =>
  screen.findByLabelText<HTMLInputElement>(text(key), { selector: "input, textarea" });

/** The AI settings with this state; what was saved. */
function settings(saved: Partial<AiSettings> = {}) {
  const sent: unknown[] = [];
  const handlers = [
    on("get", `${O}/settings/ai`, () => aiSettings(saved)),
    on("put", `${O}/settings/ai`, ({ body }) => {
      sent.push(body);
      return aiSettings({ ...saved, ...(body as Partial<AiSettings>) });
    }),
  ];
  return { sent, handlers };
}

async function choose(name: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("combobox", { name: text("settings:ai.provider") }));
  await user.click(await screen.findByText(name, { selector: ".ant-select-item-option-content" }));
}

async function save() {
  await userEvent.setup().click(await screen.findByRole("button", { name: text("settings:ai.save") }));
}

it("fills in a hosted provider's address and model, and asks for its key", async () => {
  const user = userEvent.setup();
  const { sent, handlers } = settings();
  await renderApp("/settings?tab=ai", { handlers });
  await choose("OpenAI");
  expect((await field("settings:ai.base_url")).value).toBe("https://api.openai.com/v1");
  await user.type(await field("settings:ai.key"), "sk-1");
  await save();
  const saved = { baseUrl: "https://api.openai.com/v1", modelName: "gpt-4.1-mini", apiKey: "sk-1" };
  await waitFor(() => expect(sent).toEqual([saved]));
});

it("connects a local model without a key, and says that the operator has to allow its host", async () => {
  const { sent, handlers } = settings();
  await renderApp("/settings?tab=ai", { handlers });
  await choose("Ollama");
  await screen.findByText(text("settings:ai.local_hint"));
  await screen.findByText(text("settings:ai.host_not_allowed"));
  expect(screen.queryByLabelText(text("settings:ai.key"), { selector: "input" })).toBeNull();
  await save();
  const saved = {
    baseUrl: "http://127.0.0.1:11434/v1",
    modelName: "qwen3:8b",
    withoutKey: true,
    extraParameters: { think: false },
  };
  await waitFor(() => expect(sent).toEqual([saved]));
});

it("lists the models of the address with their prices, and shows the provider's words where it refuses", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  let isRefused = true;
  const models = on("post", `${O}/settings/ai/models`, ({ body }) => {
    asked.push(body);
    if (isRefused) return { ok: false, code: "ai.key_refused", detail: "Incorrect API key", items: [] };
    const prices = { prompt: 0.4, completion: 1.6 };
    return { ok: true, items: [{ id: "gpt-4.1-mini", isSuggested: true, prices }] };
  });
  const { handlers } = settings({ baseUrl: "https://api.openai.com/v1", provider: "openai" });
  await renderApp("/settings?tab=ai", { handlers: [models, ...handlers] });
  await user.type(await field("settings:ai.key"), "sk-1");
  await user.click(await screen.findByRole("button", { name: text("settings:ai.models_list") }));
  await screen.findByText("Incorrect API key");
  await screen.findByText(text("settings:ai.reason.key_refused"));
  isRefused = false;
  await user.click(await screen.findByRole("button", { name: text("settings:ai.models_list") }));
  await screen.findByText(text("settings:ai.models_found", { count: 1 }));
  expect(asked.at(-1)).toEqual({ baseUrl: "https://api.openai.com/v1", apiKey: "sk-1" });
  const model = await field("settings:ai.model");
  await user.clear(model);
  await user.type(model, "mini");
  const priced = { model: "gpt-4.1-mini", prompt: "$0.40", completion: "$1.60" };
  await user.click(await screen.findByText(text("settings:ai.model_priced", priced)));
  expect((await field("settings:ai.model")).value).toBe("gpt-4.1-mini");
});

it("refuses parameters that are no JSON object before they are sent", async () => {
  const user = userEvent.setup();
  const { sent, handlers } = settings({
    extraParameters: { top_p: 1 } as object as NonNullable<AiSettings["extraParameters"]>,
  });
  await renderApp("/settings?tab=ai", { handlers });
  const parameters = await field("settings:ai.parameters");
  await user.clear(parameters);
  await user.type(parameters, "top_p");
  await screen.findByText(text("settings:ai.parameters_invalid"));
  await save();
  expect(sent).toEqual([]);
  await user.clear(parameters);
  await save();
  await waitFor(() => expect(sent).toEqual([{ extraParameters: {} }]));
});

it("shows the findings of a test, what a resume costs, and the judged sample", async () => {
  const user = userEvent.setup();
  const answer: AiTest = {
    ok: true,
    latency_ms: 812,
    model: "gemini-2.5-flash",
    replaced_model: "gemini-1.5-pro-latest",
    is_prompt_cut: true,
    usage: USAGE,
    works: {
      json: "schema",
      streaming: true,
      repeatable: false,
      temperature: false,
      reasoning: true,
      reasoning_effort: true,
      system_role: true,
      separate_messages: true,
    },
    resume: { ms: 2_310, prompt_tokens: 1_900, cached_tokens: 0, completion_tokens: 600, cost: 0.0021 },
    sample: {
      job: "Accountant",
      resume: "Lin Xiaoyu\nCPA since 2016",
      score: 71,
      criteria: [{ text: "CPA", verdict: "met", quote: "CPA since 2016", missing: null }],
    },
  };
  const { handlers } = settings({ hasApiKey: true });
  const asked: (string | null)[] = [];
  const test = on("post", `${O}/settings/ai/test`, ({ query }) => {
    asked.push(query.get("language"));
    return answer;
  });
  await renderApp("/settings?tab=ai", { handlers: [test, ...handlers] });
  await user.click(await screen.findByRole("button", { name: text("settings:ai.test") }));
  const findings = [
    text("settings:ai.model_replaced", { model: "gemini-2.5-flash", replaced: "gemini-1.5-pro-latest" }),
    text("settings:ai.no_temperature"),
    text("settings:ai.reasoning"),
    text("settings:ai.prompt_cut"),
    text("settings:ai.resume_took", { seconds: "2.3", tokens: "2,500" }),
    text("settings:ai.resume_cost", { cost: "$0.0021", many: "1,000", sum: "$2.10" }),
  ];
  for (const finding of findings) await screen.findByText(finding);
  const sample = await screen.findByText(text("settings:ai.sample", { job: "Accountant", score: "71" }));
  const shown = within(sample.closest("details") ?? document.body);
  expect(shown.getByText("CPA since 2016", { selector: "q" })).toBeDefined();
  expect(asked).toEqual(["en-US"]);
});

it("shows the provider's own words where a test fails", async () => {
  const user = userEvent.setup();
  const { handlers } = settings({ hasApiKey: true });
  const test = on("post", `${O}/settings/ai/test`, () => ({
    ok: false,
    code: "ai.model_unknown",
    detail: "The model `x` does not exist",
    latency_ms: 90,
    is_prompt_cut: false,
    usage: USAGE,
  }));
  await renderApp("/settings?tab=ai", { handlers: [test, ...handlers] });
  await user.click(await screen.findByRole("button", { name: text("settings:ai.test") }));
  await screen.findByText("The model `x` does not exist");
});
