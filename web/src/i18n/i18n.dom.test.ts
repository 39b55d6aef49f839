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
