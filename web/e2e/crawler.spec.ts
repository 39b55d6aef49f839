// Every route of the manifest, as the demo's owner sees it or, for public pages, as a guest does; and again in an
// organization that has nothing yet, and with links that lead nowhere. Each is opened in every language, theme and width.
// With BOLE_E2E_ALL=1 it is shown in every combination, and the theme and width change while it is open. Nothing fails,
// nothing is cut off, nothing is left untranslated or without its styles. With BOLE_PICTURES=1, pictures of all
// combinations stay in test-results, for people to look at.
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { LANGUAGES, type Language } from "../src/i18n/languages";
import { FORBIDDEN, HOME } from "../src/lib/routes/href";
import { ALIASES, ROUTE_ENTRIES, ROUTES, type RouteName } from "../src/lib/routes/manifest";
import type { RouteSpec } from "../src/lib/routes/spec";
import { type Demo, test as demoTest } from "./demo";
import { ALL_LOOKS, type Look, looksAt } from "./looks";
import { expectStyled } from "./styles";
import { createOrganization, expectAccessible, register } from "./support";
import { TEXT_KEYS } from "./text";

const TAKES_PICTURES = process.env["BOLE_PICTURES"] === "1";
const LOOKS_AT_ALL = TAKES_PICTURES || process.env["BOLE_E2E_ALL"] === "1";

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
function pathOf(name: RouteName, spec: RouteSpec, demo: Demo): string {
  const path = spec.path.replace(/:\w+/, () => {
    const value = demo.parameters[name];
    expect(value, `a parameter for ${spec.path}`).toBeTruthy();
    return value ?? "";
  });
  const query = demo.queries[name];
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
    .poll(
      async () => {
        // An answer is drawn with the next frame, and what is drawn may ask for more.
        const busy = await page.evaluate(async (selector) => {
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return document.querySelectorAll(selector).length;
        }, BUSY);
        return faults.open.size + (faults.staysBusy ? 0 : busy);
      },
      { intervals: [50, 100] },
    )
    .toBe(0);
}

/** Opens the page in the theme and width of the look. */
async function show(page: Page, path: string, { language, theme, width }: Look, faults: Faults): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: 900 });
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

type Contexts = Record<"owner" | "guest" | "beginner", BrowserContext>;

interface Visit {
  title: string;
  visitor: keyof Contexts;
  path: (demo: Demo) => string;
  refused?: RegExp | undefined;
  staysBusy?: boolean;
  showsCodes?: boolean;
  isBare?: boolean;
  /** What the page shows, if it has loaded as it should. */
  shows?: (page: Page) => Locator;
}

const ROUTE_VISITS = ROUTE_ENTRIES.flatMap(([name, spec]): Visit[] => {
  const visit: Visit = {
    title: spec.path,
    visitor: isOpenToGuests(spec) ? "guest" : "owner",
    path: (demo) => pathOf(name, spec, demo),
    refused: isOpenToGuests(spec) ? ASKED_OF_GUESTS : REFUSED[name],
    staysBusy: name === SHOWN.busy,
    showsCodes: SHOWN.codes.includes(name),
  };
  if (name === "pipeline") visit.shows = (page) => page.getByRole("article").first();
  if (!BEGINS_BARE.includes(name)) return [visit];
  const bare: Visit = { ...visit, title: `${spec.path} without a job`, path: () => spec.path, isBare: true };
  delete bare.shows;
  return [visit, bare];
});

/** Pages that show what an organization has. Those of a record are not there yet, and developers' show the same. */
const BEGINNINGS = ROUTE_ENTRIES.filter(([, { access, path }]) => {
  const isOfMembers =
    access === "member" || (typeof access === "object" && !("page" in access && access.page === "dev-tools"));
  return isOfMembers && !path.includes(":");
}).map(
  ([name, { path }]): Visit => ({
    title: `${path} of an organization that has nothing yet`,
    visitor: "beginner",
    path: () => path,
    refused: REFUSED[name],
  }),
);

/** Pages that a mailed link opens, with a link that is no longer one. */
const LINKED = ROUTE_ENTRIES.filter(([, spec]) => isOpenToGuests(spec) && spec.path.includes(":")).map(
  ([, { path }]): Visit => ({
    title: `${path} with a link that leads nowhere`,
    visitor: "guest",
    path: () => path.replace(/:\w+/, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    refused: new RegExp(`${ASKED_OF_GUESTS.source}|/api/(offers|booking)/`),
  }),
);

const ERRORS = (
  [
    [FORBIDDEN, "403"],
    ["/no-such-page", "404"],
  ] as const
).map(
  ([path, code]): Visit => ({
    title: `${path} says so`,
    visitor: "owner",
    path: () => path,
    shows: (page) => page.getByText(code, { exact: true }),
  }),
);

const VISITS = [...ROUTE_VISITS, ...BEGINNINGS, ...LINKED, ...ERRORS].map((visit, at) => ({
  ...visit,
  looks: LOOKS_AT_ALL ? ALL_LOOKS : looksAt(at),
}));

/** Whether accessibility and styles are checked: the widest and the narrowest window have the parts of all. */
const hasRules = ({ language, width }: Look) => width !== 768 && (!LOOKS_AT_ALL || language === FIRST_LANGUAGE);

/** Checks the page, which is open in the look's language. */
async function check(page: Page, faults: Faults, look: Look, what: string): Promise<void> {
  const { theme, width } = look;
  await page.emulateMedia({ colorScheme: theme });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset["appearance"])).toBe(theme);
  await page.setViewportSize({ width, height: 900 });
  await settled(page, faults);
  const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
  // Charts are redrawn after a resize event.
  await expect.poll(needed, { message: `${what}: wider than the window`, timeout: 5_000 }).toBeLessThanOrEqual(width);
  if (!hasRules(look)) return;
  await expectAccessible(page, what);
  await expectStyled(page, what);
}

for (const { title, visitor, path, refused, staysBusy = false, showsCodes, isBare, shows, looks } of VISITS) {
  test(title, async ({ demo, beginner }, info) => {
    const contexts: Contexts = { owner: demo.context, guest: demo.guest, beginner };
    const page = await contexts[visitor].newPage();
    const faults = watch(page, refused, staysBusy);
    // The job of an earlier visit would be selected.
    if (isBare) await page.addInitScript((key) => localStorage.removeItem(key), REMEMBERED_JOB);
    let shown: Language | undefined;
    for (const look of looks) {
      const what = Object.values(look).join(" ");
      if (look.language !== shown) {
        shown = look.language;
        await show(page, path(demo), look, faults);
        if (isBare) expect(new URL(page.url()).search, "no job is selected").toBe("");
        if (shows) await expect(shows(page)).toBeVisible();
        if (!showsCodes) expect(await untranslated(page), `keys shown in ${shown}`).toEqual([]);
      }
      await check(page, faults, look, `${title}, ${what}`);
      if (TAKES_PICTURES) {
        const file = info.outputPath(`${what.replaceAll(" ", "-")}.jpeg`);
        await page.screenshot({ path: file, type: "jpeg", quality: 70 });
      }
      expect(faults.list, `${title}, ${what}`).toEqual([]);
    }
    await page.close();
  });
}

test("the looks cover every pair of page, language, theme and width", () => {
  const pairs = (looks: readonly object[]) => {
    const found = looks.flatMap((look) => {
      const parts = Object.entries(look).map(([part, value]) => `${part} ${value}`);
      return parts.flatMap((one) => parts.filter((other) => one < other).map((other) => `${one}, ${other}`));
    });
    return new Set(found);
  };
  const every = VISITS.flatMap(({ title }) => ALL_LOOKS.map((look) => ({ title, ...look })));
  const taken = VISITS.flatMap(({ title, looks }) => looks.map((look) => ({ title, ...look })));
  expect(pairs(taken)).toEqual(pairs(every));
  // The rules are checked on each page in both themes, and in the widest and the narrowest window.
  const ofRules = (looks: typeof every) =>
    looks.filter(hasRules).map(({ title, theme, width }) => ({ title, theme, width }));
  const pairsOfPages = (looks: typeof every) => [...pairs(ofRules(looks))].filter((pair) => pair.includes("title"));
  expect(pairsOfPages(taken).toSorted()).toEqual(pairsOfPages(every).toSorted());
});

test("alias paths redirect to their pages", async ({ demo }) => {
  const page = await demo.context.newPage();
  for (const [path, name] of [[HOME, "welcome"], ...Object.entries(ALIASES)] as [string, RouteName][]) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${ROUTES[name].path}$`));
  }
  await page.close();
});
