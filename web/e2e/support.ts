// What browser tests start from: a fresh account with an organization, made through the API and the local mailbox.
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";

export const PASSWORD = "qianlima-2026";

export interface Account {
  email: string;
  organizationId: string;
  organizationName: string;
}

let made = 0;

/** Unlike any other name of this or an earlier run. */
export function unique(prefix: string): string {
  made += 1;
  return `${prefix}-${Date.now().toString(36)}-${made}`;
}

interface Mail {
  to: string | string[];
  links: string[];
}

/** The newest link of the kind that was mailed to the address. */
export async function mailedLink(request: APIRequestContext, email: string, part: string): Promise<URL> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mailbox: { items: Mail[] } = await (await request.get("/api/dev/mailbox")).json();
      link = mailbox.items
        .filter((mail) => JSON.stringify(mail.to).includes(email))
        .flatMap((mail) => mail.links)
        .find((candidate) => candidate.includes(part));
      return link;
    })
    .toBeTruthy();
  return new URL(link ?? "");
}

/** Signs the browser in as somebody new who owns an organization. */
export async function freshAccount(page: Page, baseURL: string): Promise<Account> {
  const request = page.request;
  const headers = { Origin: new URL(baseURL).origin };
  const email = `${unique("lin")}@yunfan.example`;
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data, headers });
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return response;
  };
  const signedUp = await (await post("/api/auth/sign-up", { email, password: PASSWORD, full_name: "林悦" })).json();
  if (signedUp.confirmation_sent) {
    const link = await mailedLink(request, email, "token_hash=");
    await post("/api/auth/verify", {
      type: link.searchParams.get("type"),
      token_hash: link.searchParams.get("token_hash"),
    });
  } else {
    await post("/api/auth/sign-in", { email, password: PASSWORD });
  }
  const organizationName = unique("云帆科技");
  const organization = await (
    await post("/api/organizations", { name: organizationName, slug: unique("yunfan") })
  ).json();
  return { email, organizationId: organization.id, organizationName };
}

/** A test that begins signed in. */
export const test = base.extend<{ account: Account }>({
  account: async ({ page, baseURL }, use) => {
    await use(await freshAccount(page, baseURL ?? ""));
  },
});
