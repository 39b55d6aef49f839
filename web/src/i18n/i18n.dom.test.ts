import i18next from "i18next";
import { expect, it } from "vitest";
import { loadTexts, startI18n } from "./i18n";

it("loads the texts of the first screen before the start", async () => {
  // Other tests of the worker may have initialized it.
  i18next.isInitialized = false;
  const early = loadTexts("candidate");
  await startI18n();
  await early;
  expect(i18next.hasLoadedNamespace("candidate")).toBe(true);
});

it("loads texts again that failed", async () => {
  await startI18n();
  await loadTexts("candidate");
  // As after a failure: i18next counts them as loaded, and has none.
  i18next.removeResourceBundle(i18next.language, "candidate");
  await loadTexts("candidate");
  expect(i18next.hasResourceBundle(i18next.language, "candidate")).toBe(true);
});
