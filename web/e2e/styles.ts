// Checks that a page has antd's rules for all it shows: the build takes antd's style sheet apart, and leaves out rules.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

const WHOLE = readFileSync(new URL("../node_modules/antd/dist/antd.css", import.meta.url), "utf8");

/** What the build leaves out by name: right to left, and pages drawn on a server. */
const LEFT_OUT = "-rtl(?![a-z])|css-var-_R_|data-ant-cssinjs";

/** Rules of antd's whole style sheet that match a part of the page, and are in none of its own. */
export async function expectStyled(page: Page, what?: string): Promise<void> {
  const missing = await page.evaluate(
    ([whole, leftOut]) => {
      const selectorsOf = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSStyleRule) return rule.selectorText.split(/,\s*(?![^(]*\))/);
          return rule instanceof CSSGroupingRule ? selectorsOf(rule.cssRules) : [];
        });
      const own = [...document.styleSheets].filter(({ href }) => href?.includes("/assets/antd-"));
      // Pages before sign-in have no component of antd.
      if (own.length === 0) return [];
      const present = new Set(own.flatMap(({ cssRules }) => selectorsOf(cssRules)));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(whole);
      // A part is shown also while the pointer is elsewhere, and as its element: both hold for anything.
      const isShown = (selector: string) => {
        const now = selector
          .replace(/::?(before|after|placeholder|selection|-[a-z-]+|file-selector-button)(?![a-z-])/g, ":not(none)")
          .replace(/:(hover|focus|active|visited)(-visible|-within)?(?![a-z-])/g, ":not(none)");
        return document.querySelector(now) !== null;
      };
      return [...new Set(selectorsOf(sheet.cssRules))].filter(
        (selector) => !present.has(selector) && !new RegExp(leftOut).test(selector) && isShown(selector),
      );
    },
    [WHOLE, LEFT_OUT] as const,
  );
  expect(missing, what).toEqual([]);
}
