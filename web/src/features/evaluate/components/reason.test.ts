// Every reason the server can name has its sentence and its suggestion in each language, and so has every category.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "@/i18n/locales/en-US/evaluate.json";
import id from "@/i18n/locales/id-ID/evaluate.json";
import zh from "@/i18n/locales/zh-CN/evaluate.json";

/** The wire values of an enum, read where it is declared. */
function wireValues(name: string): string[] {
  const source = readFileSync("../shared/domain/src/batch.rs", "utf8");
  const body = source.split(`pub enum ${name} {`)[1]?.split("\n    }")[0] ?? "";
  return [...body.matchAll(/=> "([^"]+)"/g)].map((match) => match[1] ?? "");
}

describe.each([
  ["en-US", en],
  ["zh-CN", zh],
  ["id-ID", id],
])("%s", (_language, texts: Record<string, string>) => {
  it.each(wireValues("FailureReason"))("explains %s", (reason) => {
    expect(texts[`reason.${reason}`]).toBeTruthy();
    expect(texts[`suggestion.${reason}`]).toBeTruthy();
  });

  it.each(wireValues("ErrorCategory"))("explains the category %s", (category) => {
    expect(texts[`category.${category}`]).toBeTruthy();
    expect(texts[`category_suggestion.${category}`]).toBeTruthy();
  });
});

it("reads the list from the server's own source", () => {
  expect(wireValues("FailureReason").length).toBeGreaterThan(20);
  expect(wireValues("ErrorCategory")).toHaveLength(9);
});
