// Compares screenshots of every component in each state and theme with those in e2e/pictures: in English, and the cards
// in Chinese too. `scripts/e2e.sh visual.spec.ts --update-snapshots=all` updates them.
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { Language } from "../src/i18n/languages";
import { ROUTES } from "../src/lib/routes/manifest";
import { type Demo, test } from "./demo";
import { type TextKey, text } from "./text";

/** The time in the screenshots, so that relative times do not change. */
const NOW = new Date("2026-03-09T08:00:00Z");

async function contextIn(language: Language, demo: Demo, baseURL: string): Promise<BrowserContext> {
  const browser = demo.context.browser();
  if (!browser) throw new Error("no browser");
  const context = await browser.newContext({
    baseURL,
    storageState: await demo.context.storageState(),
    locale: language,
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  return context;
}

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

function paneOf(page: Page, theme: Theme, language: Language = "en-US"): Locator {
  return page.getByRole("region", { name: text(`styleguide:theme.${theme}`, {}, language) });
}

/** Waits until all sections and typefaces are loaded. */
async function settled(page: Page, sections: readonly TextKey[], language: Language = "en-US"): Promise<void> {
  for (const theme of THEMES) {
    const pane = paneOf(page, theme, language);
    for (const section of sections) {
      await expect(
        pane.getByRole("heading", { level: 2, name: text(section, {}, language), exact: true }),
      ).toBeVisible();
    }
  }
  // The sticky header would cover the screenshots.
  await page.locator("header[data-layout]").evaluate((header) => header.style.setProperty("position", "static"));
  await page.evaluate(() => document.fonts.ready);
}

interface Shown {
  name: string;
  path: string;
  language: Language;
  sections: TextKey[];
}

const CARDS: Shown = {
  name: "cards",
  path: ROUTES.cardTest.path,
  language: "en-US",
  sections: [
    "styleguide:card.variant.pipeline",
    "styleguide:card.variant.review",
    "styleguide:card.variant.application",
    "styleguide:card.variant.talent_pool",
  ],
};

const PAGES: Shown[] = [
  {
    name: "style-guide",
    path: ROUTES.styleGuide.path,
    language: "en-US",
    sections: [
      "styleguide:section.tokens",
      "styleguide:section.actions",
      "styleguide:section.states",
      "styleguide:section.fields",
      "styleguide:section.evidence",
      "styleguide:section.lists",
      "styleguide:section.parts",
    ],
  },
  CARDS,
  { ...CARDS, name: "cards-zh", language: "zh-CN" },
];

for (const { name, path, language, sections } of PAGES) {
  test(`the ${name} page matches its screenshots`, async ({ demo, baseURL }) => {
    const context = await contextIn(language, demo, baseURL ?? "");
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.goto(path);
    await settled(page, sections, language);
    for (const theme of THEMES) {
      const pane = paneOf(page, theme, language);
      for (const section of sections) {
        const heading = page.getByRole("heading", { level: 2, name: text(section, {}, language), exact: true });
        const part = pane.locator("section").filter({ has: heading });
        await expect.soft(part).toHaveScreenshot(`${name}-${section.split(".").at(-1)}-${theme}.png`);
      }
    }
    await context.close();
  });
}

interface Overlay {
  name: string;
  button: (pane: Locator) => Locator;
  shown: (page: Page) => Locator;
  isOnPhone?: boolean;
}

const named = (name: string) => (pane: Locator) => pane.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const menu = (page: Page) => page.getByRole("menu");

/** Overlays opened by the style guide's buttons. */
const OVERLAYS: Overlay[] = [
  { name: "side-panel", button: named("SidePanel"), shown: (page) => page.locator("[data-side-panel]") },
  { name: "bottom-sheet", button: named("SidePanel"), shown: dialog, isOnPhone: true },
  { name: "selection-bar", button: named("SelectionBar"), shown: (page) => page.locator("[data-bottom-bar]") },
  { name: "lite-dialog", button: named("LiteDialog"), shown: dialog },
  { name: "keyboard-help", button: named("KeyboardHelpDialog"), shown: dialog },
  ...(["progress", "success", "error", "warning"] as const).map((kind) => ({
    name: `message-${kind}`,
    button: named(text(`styleguide:message_kind.${kind}`, {}, "en-US")),
    shown: dialog,
  })),
  { name: "menu", button: (pane) => pane.locator("button[aria-haspopup=menu]"), shown: menu },
  {
    name: "toast",
    button: named(text("styleguide:sample.toast", {}, "en-US")),
    shown: (page) => page.locator(".ant-message-notice"),
  },
];

for (const theme of THEMES) {
  test(`overlays of a ${theme} page match their screenshots`, async ({ demo, baseURL }) => {
    const context = await contextIn("en-US", demo, baseURL ?? "");
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: theme });
    for (const { name, button, shown, isOnPhone } of OVERLAYS) {
      await page.setViewportSize(isOnPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
      await page.goto(ROUTES.styleGuide.path);
      await settled(page, ["styleguide:section.parts"]);
      await button(paneOf(page, theme)).click();
      await expect.soft(shown(page)).toHaveScreenshot(`over-${name}-${theme}.png`);
    }
    await context.close();
  });
}
