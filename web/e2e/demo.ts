// The demo data of the server under test, for read-only tests.
import { readFileSync } from "node:fs";
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { STAGE } from "../src/entities/application/stages";
import type { RouteName } from "../src/lib/routes/manifest";

export interface Demo {
  context: BrowserContext;
  /** A browser that is not signed in. */
  guest: BrowserContext;
  /** By route parameter, or by route name if the parameter's meaning differs. */
  parameters: Partial<Record<RouteName, string>>;
  /** Queries that make a page show its content. */
  queries: Partial<Record<RouteName, string>>;
}

async function demoAccount(): Promise<{ email: string; password: string }> {
  const output = readFileSync(process.env["BOLE_OUTPUT"] ?? "", "utf8");
  const [, email = "", password = ""] = /^Sign in as (\S+) with the password (\S+)$/m.exec(output) ?? [];
  expect(email, "the demo's account").not.toBe("");
  return { email, password };
}

/** Tests of the demo, signed in as its owner. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({ browser }, use, { project }) => {
      const baseURL = project.use.baseURL ?? "";
      const origin = new URL(baseURL).origin;
      const context = await browser.newContext({ ...project.use, reducedMotion: "reduce", baseURL });
      const guest = await browser.newContext({ ...project.use, reducedMotion: "reduce", baseURL });
      const get = async <T>(path: string): Promise<T> => {
        const response = await context.request.get(path);
        expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
        return response.json();
      };
      const signedIn = await context.request.post("/api/auth/sign-in", {
        data: await demoAccount(),
        headers: { Origin: origin },
      });
      expect(signedIn.ok(), `sign-in: ${signedIn.status()}`).toBe(true);
      const { items: organizations } = await get<{
        items: { organization_id: string; organization: { name: string } }[];
      }>("/api/me/organizations");
      const organization = `/api/organizations/${organizations[0]?.organization_id}`;
      interface Row {
        id: string;
        person_id: string;
        application_id: string;
      }
      const first = async (path: string) => (await get<{ items: Row[] }>(`${organization}/${path}`)).items;
      // Only the local mailbox has the whole links to offers.
      const sent = await context.request.get("/api/dev/mailbox", {
        headers: { authorization: `Bearer ${process.env["BOLE_MAILBOX_TOKEN"]}` },
      });
      const { items: mails } = (await sent.json()) as { items: { links: string[] }[] };
      // All tests share the mailbox, in which the demo's mails are the oldest; links of candidates who have left the
      // pipeline are no longer valid.
      const { items: jobs } = await get<{ items: { company_name: string }[] }>(`${organization}/jobs?limit=100`);
      const employers = jobs.map(({ company_name }) => company_name || organizations[0]?.organization.name);
      const openLink = async (part: string, api: string) => {
        const links = mails.toReversed().flatMap((mail) => mail.links);
        for (const token of links.flatMap((link) => new RegExp(`/${part}/([\\w-]+)`).exec(link)?.[1] ?? [])) {
          const opened = await context.request.get(`${api}/${token}`);
          if (!opened.ok()) continue;
          if (employers.includes((await opened.json()).employer_name)) return token;
        }
        return "";
      };
      const offers = await first("offers?limit=1");
      const planned = await first("interview-schedules?status=scheduled&limit=1");
      const job = (await first("jobs?limit=1"))[0]?.id ?? "";
      const waiting = await first(`jobs/${job}/board?status=${STAGE.online}&limit=3`);
      const reviewed = await first(`applications?job_id=${job}&limit=1`);
      await use({
        context,
        guest,
        parameters: {
          job,
          candidate: offers[0]?.person_id ?? "",
          interview: planned[0]?.application_id ?? "",
          offerPage: await openLink("offer", "/api/offers"),
          booking: await openLink("booking", "/api/booking"),
        },
        queries: {
          evaluate: `job_id=${job}`,
          aiReview: `job_id=${job}&id=${reviewed[0]?.id}`,
          pipeline: `job_id=${job}`,
          batchEmail: `job_id=${job}&ids=${waiting.map(({ id }) => id).join(",")}`,
          offerWorkbench: `id=${offers[0]?.application_id}`,
          historicalResumeProcessing: `job_id=${job}`,
          deepAnalysis: `job_id=${job}`,
          dashboard: "days=365",
          dashboardCandidates: "figure=waiting",
        },
      });
      await context.close();
      await guest.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
