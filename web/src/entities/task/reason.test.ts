// Each failure reason and category of the server has its texts in each language.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "@/i18n/locales/en-US/evaluate.json";
import id from "@/i18n/locales/id-ID/evaluate.json";
import zh from "@/i18n/locales/zh-CN/evaluate.json";

const { components } = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as {
  components: { schemas: Record<"ErrorCategory" | "FailureReason", { enum: string[] }> };
};
const CATEGORIES = components.schemas.ErrorCategory.enum;
const REASONS = components.schemas.FailureReason.enum;

describe.each([
  ["en-US", en],
  ["zh-CN", zh],
  ["id-ID", id],
])("%s", (_language, texts: Record<string, string>) => {
  it.each(REASONS)("explains %s", (reason) => {
    expect(texts[`reason.${reason}`]).toBeTruthy();
    expect(texts[`suggestion.${reason}`]).toBeTruthy();
  });

  it.each(CATEGORIES)("explains the category %s", (category) => {
    expect(texts[`category.${category}`]).toBeTruthy();
    expect(texts[`category_suggestion.${category}`]).toBeTruthy();
  });
});

it("matches the reasons of the API document", () => {
  expect(REASONS.length).toBeGreaterThan(20);
  expect(CATEGORIES).toHaveLength(9);
});
