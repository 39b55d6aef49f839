// Fixtures of browser tests: accounts, organizations and invitations, made through the API and the local mailbox.
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import axe from "axe-core";
import { text } from "./text";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const PASSWORD = "qianlima-2026";

export interface Account {
  email: string;
  organizationId: string;
  organizationName: string;
}

/** Unique across workers and runs. */
export function unique(prefix: string): string {
  return `${prefix}-${crypto.randomUUID().slice(0, 13)}`;
}

interface Mail {
  to: string | string[];
  links: string[];
}

/** The newest link of the kind that was emailed to the address. */
export async function mailedLink(request: APIRequestContext, email: string, part: string): Promise<URL> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const mailbox: { items: Mail[] } = await (
          await request.get("/api/dev/mailbox", {
            headers: { Authorization: `Bearer ${process.env.BOLE_MAILBOX_TOKEN}` },
          })
        ).json();
        link = mailbox.items
          .filter((mail) => JSON.stringify(mail.to).includes(email))
          .flatMap((mail) => mail.links)
          .find((candidate) => candidate.includes(part));
        return link;
      },
      { intervals: [50, 100] },
    )
    .toBeTruthy();
  return new URL(link ?? "");
}

type Post = (path: string, data: object) => Promise<APIResponse>;

/** Posts like one of our pages, and expects success. */
function poster(request: APIRequestContext, baseURL: string): Post {
  const headers = { Origin: new URL(baseURL).origin };
  return async (path, data) => {
    const response = await request.post(path, { data, headers });
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return response;
  };
}

/** Creates an account, confirms its address, and leaves the request context signed in. */
export async function register(request: APIRequestContext, baseURL: string, full_name: string): Promise<string> {
  const post = poster(request, baseURL);
  const email = `${unique("lin")}@yunfan.example`;
  const signedUp = await (await post("/api/auth/sign-up", { email, password: PASSWORD, full_name })).json();
  if (signedUp.confirmation_sent) {
    const link = await mailedLink(request, email, "token_hash=");
    await post("/api/auth/verify", {
      type: link.searchParams.get("type"),
      token_hash: link.searchParams.get("token_hash"),
    });
  } else {
    await post("/api/auth/sign-in", { email, password: PASSWORD });
  }
  return email;
}

/** Creates an organization with the signed-in user as its owner. */
export async function createOrganization(
  request: APIRequestContext,
  baseURL: string,
): Promise<{ id: string; name: string }> {
  const name = unique("云帆科技");
  return (await poster(request, baseURL)("/api/organizations", { name, slug: unique("yunfan") })).json();
}

/** Invites the address; returns the emailed link. */
export async function invite(
  request: APIRequestContext,
  baseURL: string,
  organizationId: string,
  email: string,
  role = "recruiter",
): Promise<{ id: string; path: string }> {
  const path = `/api/organizations/${organizationId}/invitations`;
  const { id } = await (await poster(request, baseURL)(path, { email, role })).json();
  const link = await mailedLink(request, email, "/accept-invitation");
  return { id, path: link.pathname + link.search };
}

/** Signs the browser in as a new user who owns an organization. */
export async function freshAccount(page: Page, baseURL: string): Promise<Account> {
  const email = await register(page.request, baseURL, "林悦");
  const { id, name } = await createOrganization(page.request, baseURL);
  return { email, organizationId: id, organizationName: name };
}

/** Submits the sign-in form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel(text("auth:email")).fill(email);
  await page.getByLabel(text("auth:password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: text("auth:login.submit") }).click();
}

/** Clicks a button once it is no longer busy; clicks before are ignored. */
export async function press(button: Locator): Promise<void> {
  await expect(button).not.toHaveClass(/ant-btn-loading/);
  await button.click();
}

/** Holds back the page's requests to the API; returns the function that sends them. */
export async function holdRequests(page: Page): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/api/**", async (route) => {
    await sent;
    await route.continue();
  });
  return send;
}

const RULES = {
  all: { runOnly: ["wcag2a", "wcag2aa", "wcag21aa"], rules: { "heading-order": { enabled: true } } },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, axe.RunOptions>;

/** Checks the page's accessibility, except for the resume in its frame. */
export async function expectAccessible(page: Page, what?: string, rules: keyof typeof RULES = "all"): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const found = await window.axe.run(
      { exclude: [["iframe"]] },
      { ...options, iframes: false, resultTypes: ["violations"] },
    );
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))]);
  }, RULES[rules] as axe.RunOptions);
  expect(violations, what).toEqual([]);
}

/** Shows an email on the smallest phone, and checks that nothing is cut off and that it is accessible. */
export async function expectReadableMail(
  page: Page,
  html: string,
  scheme: "light" | "dark",
  what: string,
): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.setContent(html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what}: width`).toBeLessThanOrEqual(320);
  await expectAccessible(page, `${what}, ${scheme}`);
}

interface Fixtures {
  /** The browser begins signed in. */
  account: Account;
  /** Opens a page in a browser of its own. */
  otherPage: () => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  account: async ({ page, baseURL }, use) => {
    await use(await freshAccount(page, baseURL ?? ""));
  },
  otherPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return context.newPage();
    });
    // An open page keeps polling, and slows down all tests after this one.
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** The button of the account's menu in the page's header. */
export function accountButton(page: Page) {
  return page.getByRole("banner").locator("button[aria-haspopup=dialog][aria-expanded]");
}
