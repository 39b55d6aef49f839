// Every error code of the API has a message in every language.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

const read = (path: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, "../../..", path), "utf8"));
const codes: string[] = read("api/openapi.json").components.schemas.Code.enum;

describe("error messages", () => {
  it("cover the API's codes", () => {
    expect(codes).toContain("auth.invalid_credentials");
  });

  it.each(LANGUAGES)("exist for each code in %s", (language) => {
    const file = resolve(import.meta.dirname, `locales/${language}/errors.json`);
    const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
    expect(codes.filter((code) => !messages[code])).toEqual([]);
  });
});
