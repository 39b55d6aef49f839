import { describe, expect, it } from "vitest";
import { chooseLanguage } from "./languages";

describe("chooseLanguage", () => {
  it("keeps the person's choice over the browser's", () => {
    expect(chooseLanguage("id-ID", ["en-US"])).toBe("id-ID");
  });
  it.each([
    [["zh-TW"], "zh-CN"],
    [["en-GB", "zh-CN"], "en-US"],
    [["in"], "id-ID"],
    [["fr-FR", "id"], "id-ID"],
  ])("reads %j as %s", (browser, language) => {
    expect(chooseLanguage(null, browser)).toBe(language);
  });
  it("speaks Chinese where the browser speaks none of ours", () => {
    expect(chooseLanguage(null, ["fr-FR"])).toBe("zh-CN");
    expect(chooseLanguage("fr", [])).toBe("zh-CN");
  });
});
