// Jobs and ZIPs of fictional resumes for browser tests.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { Account } from "./support";

const LABELLED = fileURLToPath(new URL("../../testdata/labelled", import.meta.url));

/** A sample job's folder. */
export type Sample = "zh-backend-engineer" | "en-growth-analyst" | "id-warehouse-supervisor";

export function read(sample: Sample, path: string): Uint8Array {
  return new Uint8Array(readFileSync(`${LABELLED}/${sample}/${path}`));
}

/** The names in a sample's labels, best grade first. */
export function applicants(sample: Sample): { file: string; grade: number; name: string }[] {
  const labels: { file: string; grade: number; profile: { name: string } }[] = JSON.parse(
    readFileSync(`${LABELLED}/${sample}/labels.json`, "utf8"),
  );
  return labels
    .map(({ file, grade, profile }) => ({ file: basename(file), grade, name: profile.name }))
    .sort((a, b) => b.grade - a.grade);
}

/** A ZIP of the named resumes and other files. */
export function zip(sample: Sample, files: readonly string[], others: Zippable = {}): Buffer {
  const entries: Zippable = { ...others };
  for (const file of files) entries[`三月/${file}`] = [read(sample, `resumes/${file}`), { level: 0 }];
  return Buffer.from(zipSync(entries));
}

/** Entries that cannot be evaluated: a damaged PDF, and a file that is no resume. */
export const TROUBLE: Zippable = {
  "三月/损坏.pdf": strToU8("%PDF-1.7\n1 0 obj\n<< /Type /Catalog"),
  "三月/说明.txt": strToU8("请查收"),
};

/** Creates the sample's job; returns its id. */
export async function createJob(page: Page, account: Account, sample: Sample, baseURL: string): Promise<string> {
  const { language: _language, ...data } = JSON.parse(readFileSync(`${LABELLED}/${sample}/job.json`, "utf8"));
  const response = await page.request.post(`/api/organizations/${account.organizationId}/jobs`, {
    data,
    headers: { Origin: new URL(baseURL).origin },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

/** Uploads a ZIP by the API; returns the batch. */
export async function uploaded(
  page: Page,
  account: Account,
  jobId: string,
  archive: Buffer,
  baseURL: string,
): Promise<string> {
  const response = await page.request.post(`/api/organizations/${account.organizationId}/jobs/${jobId}/batches`, {
    multipart: { file: { name: "resumes.zip", mimeType: "application/zip", buffer: archive } },
    headers: { Origin: new URL(baseURL).origin },
  });
  expect(response.status(), await response.text()).toBe(202);
  return (await response.json()).batch.id;
}

/** Uploads a ZIP by the API, waits for its evaluation, and promotes the results. */
export async function promoted(
  page: Page,
  account: Account,
  jobId: string,
  archive: Buffer,
  baseURL: string,
): Promise<void> {
  const root = `/api/organizations/${account.organizationId}`;
  const headers = { Origin: new URL(baseURL).origin };
  const id = await uploaded(page, account, jobId, archive, baseURL);
  await expect
    .poll(async () => (await (await page.request.get(`${root}/batches/${id}`)).json()).status, {
      timeout: 60_000,
      intervals: [100, 200],
    })
    .toBe("completed");
  const response = await page.request.post(`${root}/batches/${id}/promote`, { data: {}, headers });
  expect(response.status(), await response.text()).toBe(200);
}
