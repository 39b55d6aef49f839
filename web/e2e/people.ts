// More users for browser tests: invited through the API, joined by the emailed link, each with a browser of their
// own.
import { expect, type Page } from "@playwright/test";
import { type Account, mailedLink, PASSWORD, unique } from "./support";

export interface Colleague {
  page: Page;
  email: string;
  /** API path of their membership. */
  member: string;
}

/** Calls the API as the page's user. */
export async function call<T>(page: Page, baseURL: string, method: string, path: string, data?: object): Promise<T> {
  const response = await page.request.fetch(path, { method, data, headers: { Origin: new URL(baseURL).origin } });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Accepts the emailed invitation in the page's browser as a new user. */
export async function acceptAsNew(page: Page, baseURL: string, email: string, fullName: string): Promise<void> {
  const link = await mailedLink(page.request, email, "/accept-invitation");
  const token = link.searchParams.get("token");
  await call(page, baseURL, "POST", `/api/invitations/${token}/accept`, { full_name: fullName, password: PASSWORD });
}

/** A colleague in the owner's organization. */
export async function colleague(
  otherPage: () => Promise<Page>,
  owner: { page: Page; account: Account },
  baseURL: string,
  role: string,
): Promise<Colleague> {
  const email = `${unique("chen")}@yunfan.example`;
  const organization = `/api/organizations/${owner.account.organizationId}`;
  await call(owner.page, baseURL, "POST", `${organization}/invitations`, { email, role });
  const page = await otherPage();
  await acceptAsNew(page, baseURL, email, "陈思远");
  const members = await call<{ items: { id: string; email: string }[] }>(
    owner.page,
    baseURL,
    "GET",
    `${organization}/members`,
  );
  const id = members.items.find((member) => member.email === email)?.id ?? "";
  expect(id).not.toBe("");
  return { page, email, member: `${organization}/members/${id}` };
}

/** Simulates returning to the window. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
