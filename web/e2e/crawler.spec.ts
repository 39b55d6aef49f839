// Every route of the manifest, as the demo's owner sees it or, for public pages, as a guest does: in each language,
// both themes, and three widths; and again in an organization that has nothing yet, and with links that lead nowhere.
// Nothing fails, nothing is cut off, nothing is left untranslated or without its styles. With BOLE_PICTURES=1, pictures
// of all that stay in test-results, for people to look at.
import { type BrowserContext, expect, type Page, type TestInfo } from "@playwright/test";
import { LANGUAGES, type Language } from "../src/i18n/languages";
import { FORBIDDEN, HOME } from "../src/lib/routes/href";
import { ALIASES, ROUTE_ENTRIES, ROUTES, type RouteName } from "../src/lib/routes/manifest";
import type { RouteSpec } from "../src/lib/routes/spec";
import { type Demo, test as demoTest } from "./demo";
import { expectStyled } from "./styles";
import { createOrganization, expectAccessible, register } from "./support";
import { TEXT_KEYS } from "./text";

/** A page's theme and window width. */
type Look = readonly [theme: "light" | "dark", width: number];

const TAKES_PICTURES = process.env["BOLE_PICTURES"] === "1";

const looksIn = (theme: Look[0]) => [1440, 768, 390].map((width): Look => [theme, width]);
const LOOKS: readonly Look[] = [...looksIn("light"), ...looksIn("dark")];
/** Words need the same room in both themes. */
const LOOKS_OF_WORDS = TAKES_PICTURES ? LOOKS : looksIn("light");
/** For pages with fewer parts. */
const FEWER_LOOKS: readonly Look[] = [
  ["light", 1440],
  ["dark", 390],
];

/** The demo, and a user whose organization is empty. */
const test = demoTest.extend<object, { beginner: BrowserContext }>({
  beginner: [
    async ({ browser }, use, { project }) => {
      const baseURL = project.use.baseURL ?? "";
      const context = await browser.newContext({ ...project.use, reducedMotion: "reduce", baseURL });
      await register(context.request, baseURL, "林悦");
      await createOrganization(context.request, baseURL);
      await use(context);
      await context.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

/**
 * Requests that are expected to fail: the mailbox without its token, another organization's jobs, and missing notes.
 */
const REFUSED: Partial<Record<RouteName, RegExp>> = {
  devTools: /\/api\/dev\/mailbox$/,
  tenantTest: /\/jobs(\?|$)/,
  interview: /\/interview-drafts\//,
};

/** Requests by which a page detects that no one is signed in. */
const ASKED_OF_GUESTS = /\/api\/auth\/(session|refresh)$/;

const [FIRST_LANGUAGE] = LANGUAGES;

const BUSY = ".ant-skeleton, .ant-spin-spinning, [aria-busy=true]";

/** Faults of a page, collected while it is open. */
interface Faults {
  list: string[];
  /** Requests without an answer yet. */
  open: Set<unknown>;
  /** Whether parts of the page stay busy. */
  staysBusy: boolean;
}

/** The URL of a route with its parameters and query. */
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
    // Failed requests are reported below.
    const isRefusal = message.text().startsWith("Failed to load resource");
    // Neither the frame of a Word file nor that of the accessibility checks may run scripts.
    const isSandboxed = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
    if (message.type() === "error" && !isRefusal && !isSandboxed) faults.list.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    // The event stream stays open.
    if (!new URL(request.url()).pathname.endsWith("/events")) faults.open.add(request);
  });
  page.on("requestfinished", (request) => faults.open.delete(request));
  page.on("requestfailed", (request) => {
    faults.open.delete(request);
    const error = request.failure()?.errorText ?? "";
    // Aborted by navigating away.
    if (error !== "net::ERR_ABORTED") faults.list.push(`${error}: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !refused?.test(response.url()))
      faults.list.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Waits until the page has loaded and rendered. */
async function settled(page: Page, faults: Faults): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect
    .poll(async () => {
      // An answer is drawn with the next frame, and what is drawn may ask for more.
      const busy = await page.evaluate(async (selector) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return document.querySelectorAll(selector).length;
      }, BUSY);
      return faults.open.size + (faults.staysBusy ? 0 : busy);
    })
    .toBe(0);
}

/** Reloads the page in the widest window and the light theme. */
async function show(page: Page, path: string, language: Language, faults: Faults): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await page.goto(path);
  await settled(page, faults);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
}

/** Translation keys shown instead of texts. */
async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => document.body.innerText);
  return [...new Set(shown.match(/\b[a-z][a-z0-9_-]*(?:[.:][a-z0-9_]+)+\b/g) ?? [])].filter((word) =>
    TEXT_KEYS.has(word.slice(word.indexOf(":") + 1)),
  );
}

/** Pages that may show error codes, and pages with parts that stay busy. */
const SHOWN = { codes: ["tenantTest", "ops"] as readonly RouteName[], busy: "styleGuide" } as const;

/** Signed-in users are redirected from guest pages; other public pages are made for guests too. */
const isOpenToGuests = (spec: RouteSpec) => spec.access === "guest" || spec.access === "public";

/** Pages that start with choosing a job; also opened once without one. */
const BEGINS_BARE: readonly RouteName[] = ["pipeline", "aiReview", "batchEmail"];

/** Where the last selected job is stored, for new tabs. */
const REMEMBERED_JOB = "bole.private.job";

const VISITS = ROUTE_ENTRIES.flatMap(([name, spec]) => [
  { name, spec, languages: LANGUAGES, isBare: false },
  ...(BEGINS_BARE.includes(name) ? [{ name, spec, languages: [FIRST_LANGUAGE], isBare: true }] : []),
]);

/** Checks the page in every theme and width. */
async function look(
  page: Page,
  faults: Faults,
  what: string,
  info: TestInfo,
  language: Language,
  looks: readonly Look[],
): Promise<void> {
  const tooWide: string[] = [];
  for (const [theme, width] of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["appearance"])).toBe(theme);
    await page.setViewportSize({ width, height: 900 });
    await settled(page, faults);
    const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
    // Charts are redrawn after a resize event.
    await expect
      .poll(needed, { timeout: 5_000 })
      .toBeLessThanOrEqual(width)
      .catch(async () => tooWide.push(`${theme} ${width}: ${await needed()}`));
    if (TAKES_PICTURES) {
      const path = info.outputPath(`${language}-${theme}-${width}.jpeg`);
      await page.screenshot({ path, type: "jpeg", quality: 70 });
    }
    // Words differ between languages, what surrounds them does not; 768 shows the parts of the other two.
    if (language !== FIRST_LANGUAGE || width === 768) continue;
    // The parts of a page depend on its width, and only their contrast on the theme.
    const rules = theme === (width === 1440 ? "light" : "dark") ? "all" : "contrast";
    await expectAccessible(page, `${what}, ${theme} ${width}`, rules);
    if (rules === "all") await expectStyled(page, `${what}, ${width}`);
  }
  expect(tooWide, `${what}: wider than the window`).toEqual([]);
  expect(faults.list, what).toEqual([]);
}

async function open(context: BrowserContext, refused: RegExp | undefined, staysBusy = false) {
  const page = await context.newPage();
  return { page, faults: watch(page, refused, staysBusy) };
}

for (const { name, spec, languages, isBare } of VISITS) {
  test(`${spec.path}${isBare ? " without a job" : ""}`, async ({ demo }, info) => {
    const isGuest = isOpenToGuests(spec);
    const refused = isGuest ? ASKED_OF_GUESTS : REFUSED[name];
    const { page, faults } = await open(isGuest ? demo.guest : demo.context, refused, name === SHOWN.busy);
    // The job of an earlier visit would be selected.
    if (isBare) await page.addInitScript((key) => localStorage.removeItem(key), REMEMBERED_JOB);
    for (const language of languages) {
      await show(page, pathOf(name, spec, demo, isBare), language, faults);
      if (isBare) expect(new URL(page.url()).search, "no job is selected").toBe("");
      if (name === "pipeline" && !isBare) await expect(page.getByRole("article").first()).toBeVisible();
      if (!SHOWN.codes.includes(name)) expect(await untranslated(page), `keys shown in ${language}`).toEqual([]);
      const looks = language === FIRST_LANGUAGE ? LOOKS : LOOKS_OF_WORDS;
      await look(page, faults, `${spec.path} in ${language}`, info, language, looks);
    }
    await page.close();
  });
}

/** Pages that show what an organization has. Those of a record are not there yet, and developers' show the same. */
const BEGINNINGS = ROUTE_ENTRIES.filter(([, { access, path }]) => {
  const isOfMembers =
    access === "member" || (typeof access === "object" && !("page" in access && access.page === "dev-tools"));
  return isOfMembers && !path.includes(":");
});

for (const [name, spec] of BEGINNINGS) {
  test(`${spec.path} of an organization that has nothing yet`, async ({ beginner }, info) => {
    const { page, faults } = await open(beginner, REFUSED[name]);
    for (const language of LANGUAGES) {
      await show(page, spec.path, language, faults);
      expect(await untranslated(page), `keys shown in ${language}`).toEqual([]);
      await look(page, faults, `${spec.path} in ${language}`, info, language, FEWER_LOOKS);
    }
    await page.close();
  });
}

/** Pages that a mailed link opens, with a link that is no longer one. */
const LINKED = ROUTE_ENTRIES.filter(([, spec]) => isOpenToGuests(spec) && spec.path.includes(":"));

for (const [, spec] of LINKED) {
  test(`${spec.path} with a link that leads nowhere`, async ({ demo }, info) => {
    const path = spec.path.replace(/:\w+/, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    const { page, faults } = await open(demo.guest, new RegExp(`${ASKED_OF_GUESTS.source}|/api/(offers|booking)/`));
    for (const language of LANGUAGES) {
      await show(page, path, language, faults);
      expect(await untranslated(page), `keys shown in ${language}`).toEqual([]);
      await look(page, faults, `${path} in ${language}`, info, language, FEWER_LOOKS);
    }
    await page.close();
  });
}

for (const [path, code] of [
  [FORBIDDEN, "403"],
  ["/no-such-page", "404"],
] as const) {
  test(`${path} says so`, async ({ demo }, info) => {
    const { page, faults } = await open(demo.context, undefined);
    for (const language of LANGUAGES) {
      await show(page, path, language, faults);
      await expect(page.getByText(code, { exact: true })).toBeVisible();
      await look(page, faults, `${path} in ${language}`, info, language, FEWER_LOOKS);
    }
    await page.close();
  });
}

test("alias paths redirect to their pages", async ({ demo }) => {
  const page = await demo.context.newPage();
  for (const [path, name] of [[HOME, "welcome"], ...Object.entries(ALIASES)] as [string, RouteName][]) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${ROUTES[name].path}$`));
  }
  await page.close();
});
