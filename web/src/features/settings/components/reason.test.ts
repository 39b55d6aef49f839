// Each reason why a model didn't answer is explained in each language, with what to do next.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "@/i18n/locales/en-US/settings.json";
import id from "@/i18n/locales/id-ID/settings.json";
import zh from "@/i18n/locales/zh-CN/settings.json";

const { components } = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as {
  components: { schemas: Record<"AiReason", { enum: string[] }> };
};

it.each([
  ["en-US", en],
  ["zh-CN", zh],
  ["id-ID", id],
])("explains all reasons in %s", (_language, texts: Record<string, string>) => {
  const said = components.schemas.AiReason.enum.map((reason) => texts[reason.replace("ai.", "ai.reason.")]);
  expect(said.filter((sentence) => !sentence)).toEqual([]);
  expect(new Set(said).size).toBe(said.length);
});
