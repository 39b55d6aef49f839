// Every route of the manifest, as the demo's owner sees it or, where it is for everybody, as a guest does: in each language,
// both themes, and three widths. Nothing fails, nothing is cut off, nothing is left untranslated. The pictures stay in
// test-results, for people to look at.
import { expect, type Page } from "@playwright/test";
import { LANGUAGES, type Language } from "../src/i18n/languages";
import { ROUTE_ENTRIES, type RouteName, type RouteSpec } from "../src/lib/routes/manifest";
import { type Demo, test } from "./demo";
import { expectAccessible } from "./support";
import { TEXT_KEYS } from "./text";

const WIDTHS = [1440, 768, 390];
const THEMES = ["light", "dark"] as const;

/** Requests that are meant to be refused: the mailbox without its token, another organization's jobs, and notes not taken yet. */
const REFUSED: Partial<Record<RouteName, RegExp>> = {
  devTools: /\/api\/dev\/mailbox$/,
  tenantTest: /\/jobs(\?|$)/,
  interview: /\/interview-drafts\//,
};

/** What a page asks of a guest to find out that it is one. */
const ASKED_OF_GUESTS = /\/api\/auth\/(session|refresh)$/;

/** What a page may not do, collected while it is open. */
interface Faults {
  list: string[];
  /** Requests that are not answered yet. */
  open: Set<unknown>;
  /** Whether parts of the page stay busy. */
  staysBusy: boolean;
}

/** The address of a route, its parameter filled in, with what it is asked to show. */
function pathOf(name: RouteName, spec: RouteSpec, demo: Demo, isBare: boolean): string {
  const path = spec.path.replace(/:\w+/, () => {
    const value = demo.parameters[name];
    expect(value, `a parameter for ${spec.path}`).toBeTruthy();
    return value ?? "";
  });
  const query = isBare ? undefined : demo.queries[name];
  expect(query ?? "", `what ${spec.path} shows`).not.toMatch(/undefined|=($|&)/);
  return query ? `${path}?${query}` : path;
}

function watch(page: Page, refused: RegExp | undefined, staysBusy: boolean): Faults {
  const faults: Faults = { list: [], open: new Set(), staysBusy };
  page.on("pageerror", (error) => faults.list.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused request is told below.
    const isRefusal = message.text().startsWith("Failed to load resource");
    // The frame of a Word file runs no scripts, those of the accessibility checks neither.
    const isSandboxed = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
    if (message.type() === "error" && !isRefusal && !isSandboxed) faults.list.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    // Live events stay open.
    if (!new URL(request.url()).pathname.endsWith("/events")) faults.open.add(request);
  });
  page.on("requestfinished", (request) => faults.open.delete(request));
  page.on("requestfailed", (request) => {
    faults.open.delete(request);
    const error = request.failure()?.errorText ?? "";
    // Left behind by going to another page.
    if (error !== "net::ERR_ABORTED") faults.list.push(`${error}: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !refused?.test(response.url()))
      faults.list.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Until the page has what it asked for and shows it. */
async function settled(page: Page, faults: Faults): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect
    .poll(
      async () =>
        faults.open.size +
        (faults.staysBusy ? 0 : await page.locator(".ant-skeleton, .ant-spin-spinning, [aria-busy=true]").count()),
    )
    .toBe(0);
}

async function show(page: Page, path: string, language: Language, faults: Faults): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await page.goto(path);
  await settled(page, faults);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
}

/** Keys of texts that stand on the page in place of the texts. */
async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => document.body.innerText);
  return [...new Set(shown.match(/\b[a-z][a-z0-9_-]*(?:[.:][a-z0-9_]+)+\b/g) ?? [])].filter((word) =>
    TEXT_KEYS.has(word.slice(word.indexOf(":") + 1)),
  );
}

/** Pages that show what others may not: error codes, and parts that stay busy. */
const SHOWN = { codes: ["tenantTest", "ops"] as readonly RouteName[], busy: "styleGuide" } as const;

/** Whoever is signed in is sent on from pages for guests, and the others for everybody are made for guests too. */
const isOpenToGuests = (spec: RouteSpec) => spec.access === "guest" || spec.access === "public";

/** Pages that begin with a choice of the job: seen so as well, once. */
const BEGINS_BARE: readonly RouteName[] = ["pipeline", "aiReview", "batchEmail"];

const VISITS = ROUTE_ENTRIES.flatMap(([name, spec]) => [
  ...LANGUAGES.map((language) => ({ name, spec, language, isBare: false })),
  ...(BEGINS_BARE.includes(name) ? [{ name, spec, language: LANGUAGES[0], isBare: true }] : []),
]);

for (const { name, spec, language, isBare } of VISITS) {
  test(`${spec.path}${isBare ? " without a job" : ""} in ${language}`, async ({ demo }, info) => {
    const isGuest = isOpenToGuests(spec);
    const page = await (isGuest ? demo.guest : demo.context).newPage();
    const faults = watch(page, isGuest ? ASKED_OF_GUESTS : REFUSED[name], name === SHOWN.busy);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, pathOf(name, spec, demo, isBare), language, faults);
    if (name === "pipeline" && !isBare) await expect(page.getByRole("article").first()).toBeVisible();
    if (!SHOWN.codes.includes(name)) expect(await untranslated(page), "keys shown").toEqual([]);

    const tooWide: string[] = [];
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset["appearance"])).toBe(theme);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page, faults);
        const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
        // Charts are drawn anew once they hear that the window has another size.
        await expect
          .poll(needed, { timeout: 5_000 })
          .toBeLessThanOrEqual(width)
          .catch(async () => tooWide.push(`${theme} ${width}: ${await needed()}`));
        await page.screenshot({ path: info.outputPath(`${theme}-${width}.jpeg`), type: "jpeg", quality: 70 });
        // Words differ between languages, what surrounds them does not; 768 shows the parts of the other two.
        const isTried = language === "zh-CN" && width !== 768;
        if (isTried) await expectAccessible(page, `${spec.path}, ${theme} ${width}`);
      }
    }
    expect(tooWide, "wider than the window").toEqual([]);
    expect(faults.list).toEqual([]);
    await page.close();
  });
}
