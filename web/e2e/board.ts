// A job's board for browser tests: evaluated candidates in its lanes, and dragging them.
import { expect, type Locator, type Page } from "@playwright/test";
import { STAGE, SUB_STATUS } from "../src/entities/application/stages";
import { call } from "./people";
import { applicants, createJob, promoted, type Sample, zip } from "./resumes";
import type { Account } from "./support";
import { text } from "./text";

const SAMPLE: Sample = "zh-backend-engineer";
/** The candidates of a new board. */
export const WHO = applicants(SAMPLE)
  .filter(({ file }) => file.endsWith(".docx"))
  .slice(0, 3);

export interface Application {
  id: string;
  version: number;
  status: string;
  sub_status: string;
  is_archived: boolean;
  archive_reason: string | null;
}

export interface OnBoard {
  jobId: string;
  ids: string[];
  get: (id: string) => Promise<Application>;
  patch: (id: string, change: object) => Promise<Application>;
}

/** Evaluated candidates in the online interview lane. */
export async function onBoard(page: Page, account: Account, baseURL: string): Promise<OnBoard> {
  const jobId = await createJob(page, account, SAMPLE, baseURL);
  const files = WHO.map(({ file }) => file);
  await promoted(page, account, jobId, zip(SAMPLE, files), baseURL);
  const root = `/api/organizations/${account.organizationId}/applications`;
  const get = (id: string) => call<Application>(page, baseURL, "GET", `${root}/${id}`);
  const patch = async (id: string, change: object) => {
    const { version } = await get(id);
    return call<Application>(page, baseURL, "PATCH", `${root}/${id}`, { version, reason: "电话沟通良好", ...change });
  };
  const { items } = await call<{ items: Application[] }>(page, baseURL, "GET", `${root}?job_id=${jobId}`);
  const ids = items.map(({ id }) => id);
  for (const id of ids) await patch(id, { status: STAGE.online, sub_status: SUB_STATUS.onlineInvitationPending });
  return { jobId, ids, get, patch };
}

export const lane = (page: Page, stage: "online_interview" | "onsite_interview"): Locator =>
  page.getByRole("region", { name: text(`review:stage.${stage}`), exact: true });
export const cards = (where: Locator): Locator => where.locator("[data-card]");

/** The board's screen reader announcements about a dragged card. */
export const spoken = (page: Page): Locator => page.locator('[id^="DndLiveRegion"]');

/** Presses a key until it is announced: in the instant after a card is picked up, keys are not listened to yet. */
export async function firstStep(page: Page, key: string, announced: string) {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(spoken(page)).toHaveText(announced, { timeout: 2_000 });
  }).toPass();
}

/** The place of a part on the page, once it no longer moves and nothing covers it. */
export async function placeOf(part: Locator): Promise<{ x: number; y: number }> {
  await part.hover({ trial: true });
  const box = await part.boundingBox();
  if (!box) throw new Error("not on the page");
  return box;
}

/** Drags a card, and drops it when the lane knows that the card is over it. */
export async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const from = await placeOf(card);
  await page.mouse.move(from.x + 100, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 130, from.y + 50, { steps: 4 });
  await expect(page.locator('[data-dragging="true"]')).toHaveCount(1);
  const target = await to.boundingBox();
  await page.mouse.move((target?.x ?? 0) + 100, (target?.y ?? 0) + 160, { steps: 8 });
  await expect(to).toHaveAttribute("data-over", "true");
  await page.mouse.up();
}
