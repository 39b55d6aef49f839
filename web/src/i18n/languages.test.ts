import { describe, expect, it } from "vitest";
import { chooseLanguage } from "./languages";

describe("chooseLanguage", () => {
  it("prefers the stored choice over the browser's languages", () => {
    expect(chooseLanguage("id-ID", ["en-US"])).toBe("id-ID");
  });
  it.each([
    [["zh-TW"], "zh-CN"],
    [["en-GB", "zh-CN"], "en-US"],
    [["in"], "id-ID"],
    [["fr-FR", "id"], "id-ID"],
  ])("maps %j to %s", (browser, language) => {
    expect(chooseLanguage(null, browser)).toBe(language);
  });
  it("defaults to Chinese for unsupported languages", () => {
    expect(chooseLanguage(null, ["fr-FR"])).toBe("zh-CN");
    expect(chooseLanguage("fr", [])).toBe("zh-CN");
  });
});
