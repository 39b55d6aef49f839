// Undone moves and letters send nothing, observed at a mail server.
import { expect, type Page } from "@playwright/test";
import { SUB_STATUS } from "../src/entities/application/stages";
import { cards, lane, onBoard, WHO } from "./board";
import { MailServer } from "./mailServer";
import { call } from "./people";
import { test, unique } from "./support";
import { text } from "./text";

test.describe.configure({ timeout: 300_000 });

let mailServer: MailServer;
test.beforeEach(async () => {
  mailServer = await MailServer.start();
});
test.afterEach(() => mailServer.stop());

const calendars = (address: string, method: "REQUEST" | "CANCEL") =>
  mailServer.to(address).filter((source) => source.includes(`method=${method}`)).length;

/** Archives a candidate by the keyboard menu of their card. */
async function archive(page: Page, id: string): Promise<void> {
  await page.locator(`[data-card="${id}"]`).focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: text("pipeline:menu.archive") }).hover();
  await page.getByRole("menuitem", { name: text("review:archive.future_opportunity") }).click();
}

test("an undone move keeps the interview, and nobody gets a cancellation or the letter that was undone", async ({
  page,
  account,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const organization = `/api/organizations/${account.organizationId}`;
  const board = await onBoard(page, account, origin);
  const smtp = { host: "127.0.0.1", port: mailServer.port, security: "plain", from: "hr@yunfan.example" };
  await call(page, origin, "PUT", `${organization}/settings/smtp`, smtp);
  const addresses: string[] = [];
  for (const id of board.ids) {
    const { person } = await call<{ person: { id: string } }>(
      page,
      origin,
      "GET",
      `${organization}/applications/${id}`,
    );
    const email = `${unique("candidate")}@mail.example`;
    addresses.push(email);
    await call(page, origin, "PATCH", `${organization}/people/${person.id}`, { email });
  }
  const [kept = "", left = "", written = ""] = board.ids;
  const [toKept = "", toLeft = "", toWritten = ""] = addresses;
  const schedules = (id: string) => `${organization}/interview-schedules?application_id=${id}`;
  const statuses = async (id: string) =>
    (await call<{ items: { status: string }[] }>(page, origin, "GET", schedules(id))).items.map(({ status }) => status);
  for (const [hours, id] of [kept, left].entries()) {
    const start = new Date(Date.now() + (26 + hours) * 3_600_000);
    await call(page, origin, "POST", `${organization}/interview-schedules`, {
      application_id: id,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + 45 * 60_000).toISOString(),
    });
  }
  for (const address of [toKept, toLeft]) {
    await expect.poll(() => calendars(address, "REQUEST"), { timeout: 60_000 }).toBe(1);
  }

  // A letter that is undone.
  await page.goto(
    `/batch-email?${new URLSearchParams({ job_id: board.jobId, type: "online_invitation", ids: written })}`,
  );
  await page.getByRole("combobox", { name: text("email:calendar_link") }).fill("https://cal.example/qianlima/30min");
  await page.getByRole("button", { name: text("email:write.all", { count: 1 }) }).click();
  await page.getByRole("button", { name: text("email:send.button", { count: 1 }) }).click();
  await page.getByRole("button", { name: text("email:send.undo") }).click();
  await expect(page.getByText(text("email:send.undone"))).toBeVisible();

  // Of two candidates with an interview who are archived, one is brought back at once.
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const online = lane(page, "online_interview");
  await expect(cards(online)).toHaveCount(WHO.length);
  await archive(page, kept);
  await page.getByRole("button", { name: text("common:action.undo") }).click();
  await expect(cards(online)).toHaveCount(WHO.length);
  await archive(page, left);
  await expect(cards(online)).toHaveCount(WHO.length - 1);

  await expect.poll(() => calendars(toLeft, "CANCEL"), { timeout: 60_000 }).toBe(1);
  expect(await statuses(left)).toEqual(["cancelled"]);
  expect(await statuses(kept)).toEqual(["scheduled"]);
  expect(await board.get(kept)).toMatchObject({ is_archived: false, sub_status: SUB_STATUS.onlineScheduled });
  expect(calendars(toKept, "CANCEL")).toBe(0);
  expect(mailServer.to(toKept)).toHaveLength(1);
  expect(mailServer.to(toWritten)).toEqual([]);
  expect(await board.get(written)).toMatchObject({ sub_status: SUB_STATUS.onlineInvitationPending });
});
