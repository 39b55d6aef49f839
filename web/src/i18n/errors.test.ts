// Every code the API can answer has a message in every language.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

const read = (path: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, "../../..", path), "utf8"));
const served = read("api/openapi.json");
// As in scripts/generate.mjs: the provisional document stands in until the served one is whole.
const whole = "/api/organizations/{organization_id}/batches" in served.paths;
const codes: string[] = (whole ? served : read("web/openapi.provisional.json")).components.schemas.Code.enum;

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
