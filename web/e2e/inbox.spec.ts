// A reply that arrives at a mail server is marked on the board, read in the inbox, and answered in its thread.
import { expect } from "@playwright/test";
import { SUB_STATUS } from "../src/entities/application/stages";
import { onBoard } from "./board";
import { Mailbox } from "./mailbox";
import { MailServer } from "./mailServer";
import { call } from "./people";
import { expectAccessible, test, unique } from "./support";
import { text } from "./text";

test.describe.configure({ timeout: 180_000 });

let mailServer: MailServer;
let mailbox: Mailbox;
test.beforeEach(async () => {
  [mailServer, mailbox] = await Promise.all([MailServer.start(), Mailbox.start()]);
});
test.afterEach(() => {
  mailServer.stop();
  mailbox.stop();
});

/** The value of a message's header, with its folded lines. */
function header(source: string, name: string): string {
  const head = (source.split(/\r?\n\r?\n/)[0] ?? "").replace(/\r?\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
}

test("a reply is marked, read, answered and put aside with the keyboard", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  const organization = `/api/organizations/${account.organizationId}`;
  const board = await onBoard(page, account, origin);
  const [id = ""] = board.ids;
  const smtp = { host: "127.0.0.1", port: mailServer.port, security: "plain", from: "hr@yunfan.example" };
  await call(page, origin, "PUT", `${organization}/settings/smtp`, smtp);
  const { person } = await call<{ person: { id: string; name: string } }>(
    page,
    origin,
    "GET",
    `${organization}/applications/${id}`,
  );
  const address = `${unique("candidate")}@mail.example`;
  await call(page, origin, "PATCH", `${organization}/people/${person.id}`, { email: address });
  const invitation = {
    to: address,
    subject: "Interview",
    body: "When?",
    candidateId: id,
    emailType: "online_invitation",
  };
  await call(page, origin, "POST", `${organization}/send-email`, { emails: [invitation] });
  await expect.poll(() => mailServer.to(address), { timeout: 60_000 }).toHaveLength(1);
  const invited = header(mailServer.to(address)[0] ?? "", "Message-ID");
  await expect.poll(async () => (await board.get(id)).sub_status).toBe(SUB_STATUS.onlineInvitationSent);

  mailbox.deliver([
    `From: ${address}`,
    "To: hr@yunfan.example",
    "Subject: Re: Interview",
    "Message-ID: <reply@mail.example>",
    `In-Reply-To: ${invited}`,
    "",
    "Tuesday at 10 would suit me.",
    "",
    "> When?",
    "",
  ]);
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  const card = page.locator(`[data-card="${id}"]`);
  await expect(card).toBeVisible();
  await call(page, origin, "PUT", `${organization}/settings/email_receiver_config`, { value: mailbox.setting });
  await expect(card.getByText(text("pipeline:card.reply"))).toBeVisible({ timeout: 60_000 });

  await page.getByRole("link", { name: text("shell:nav.inbox") }).click();
  await page.getByText("Re: Interview").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const message = page.getByRole("article", { name: "Re: Interview" });
  await expect(message.getByText("Tuesday at 10 would suit me.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("r");
  await expect(message.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Tuesday at 10 it is.");
  await message.getByRole("button", { name: text("inbox:answer.send") }).click();
  await expect.poll(() => mailServer.to(address), { timeout: 60_000 }).toHaveLength(2);
  const answer = mailServer.to(address)[1] ?? "";
  expect(header(answer, "In-Reply-To")).toBe("<reply@mail.example>");
  expect(header(answer, "References")).toBe(`${invited} <reply@mail.example>`);
  expect(answer).toContain("Tuesday at 10 it is.");
  expect(answer).toContain("> Tuesday at 10 would suit me.");
  expect((await board.get(id)).sub_status).toBe(SUB_STATUS.onlineInvitationSent);

  await expect(message.getByText(text("inbox:row.answered"), { exact: false })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText(text("inbox:empty.reply"))).toBeVisible();
  await page.goto(`/pipeline?job_id=${board.jobId}`);
  await expect(card).toBeVisible();
  await expect(card.getByText(text("pipeline:card.reply"))).toHaveCount(0);
});

test("a phone shows the list, then the message", async ({ page, account, baseURL }) => {
  const origin = baseURL ?? "";
  mailbox.deliver([
    "From: x@y.example",
    "To: jobs@yunfan.example",
    "Subject: Question 17",
    "Message-ID: <1@y>",
    "",
    "Hello",
    "",
  ]);
  const organization = `/api/organizations/${account.organizationId}`;
  await call(page, origin, "PUT", `${organization}/settings/email_receiver_config`, { value: mailbox.setting });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/inbox?kind=held");
  await page.getByText("Question 17").click({ timeout: 60_000 });
  const message = page.getByRole("article", { name: "Question 17" });
  await expect(message).toBeVisible();
  await expect(page.locator("[data-message]")).toBeHidden();
  await message.getByRole("button", { name: text("inbox:back") }).click();
  await expect(page.locator("[data-message]")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
