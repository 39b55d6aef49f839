// Every code the API can answer has a message in every language.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

const served = resolve(import.meta.dirname, "../../../api/openapi.json");
const source = existsSync(served) ? served : resolve(import.meta.dirname, "../../openapi.provisional.json");
const codes: string[] = JSON.parse(readFileSync(source, "utf8")).components.schemas.Code.enum;

describe("error messages", () => {
  it("know the API's codes", () => {
    expect(codes).toContain("auth.invalid_credentials");
  });

  it.each(LANGUAGES)("exist for each code in %s", (language) => {
    const file = resolve(import.meta.dirname, `locales/${language}/errors.json`);
    const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
    expect(codes.filter((code) => !messages[code])).toEqual([]);
  });
});
