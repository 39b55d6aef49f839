// An email written over the board by keys: filled in at once, kept by Escape, sent, undone after the page was loaded
// again, and scheduled.
import { expect } from "@playwright/test";
import { SUB_STATUS } from "../src/entities/application/stages";
import { LANGUAGES } from "../src/i18n/languages";
import { onBoard } from "./board";
import { expectAccessible, test } from "./support";
import { type TextKey, text as textIn } from "./text";

test.describe.configure({ timeout: 120_000 });

for (const language of LANGUAGES) {
  test(`an invitation in ${language} is written, undone and scheduled without leaving the board`, async ({
    page,
    account,
    baseURL,
  }) => {
    const text = (key: TextKey, values?: Record<string, string | number>) => textIn(key, values, language);
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const board = await onBoard(page, account, baseURL ?? "");
    await page.goto(`/pipeline?job_id=${board.jobId}`);
    const shown = page.locator("[data-card]");
    await expect(shown).toHaveCount(board.ids.length);
    const card = shown.first();
    const id = (await card.getAttribute("data-card")) ?? "";
    const name = (await card.getAttribute("aria-label")) ?? "";
    const composer = page.getByRole("dialog", { name: text("compose:composer.title", { name }) });
    const body = composer.getByRole("textbox", { name: text("email:body") });

    await card.focus();
    await page.keyboard.press("w");
    await expect(body).toHaveValue(/booking/);
    await expectAccessible(page);
    const template = await body.inputValue();

    // Escape keeps what was typed.
    await body.fill(`PS.\n\n${template}`);
    await page.keyboard.press("Escape");
    await expect(composer).toBeHidden();
    await card.focus();
    await page.keyboard.press("w");
    await expect(body).toHaveValue(/^PS\./);

    // The rewritten text stands beside the former one, which is taken again.
    await composer.getByRole("button", { name: text("email:write.one"), exact: true }).click();
    await expect(body).not.toHaveValue(/^PS\./);
    const former = composer.getByRole("region", { name: text("compose:former.title") });
    await former.getByRole("button", { name: text("compose:former.restore") }).click();
    await expect(body).toHaveValue(/^PS\./);
    await expect(composer.getByText(text("email:saved"))).toBeVisible();

    await body.press("Control+Enter");
    await expect(composer).toBeHidden();
    await expect(page.getByText(text("email:send.soon", { count: 1 }))).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: text("common:action.undo") }).click();
    await expect(page.getByText(text("email:send.undone"))).toBeVisible();
    await expect(body).toHaveValue(/^PS\./);
    expect((await board.get(id)).sub_status).toBe(SUB_STATUS.onlineInvitationPending);

    await composer.getByRole("button", { name: text("email:later.button") }).click();
    await page.getByRole("button", { name: text("email:later.confirm", { count: 1 }) }).click();
    await expect(composer).toBeHidden();
    await expect(card.getByRole("button", { name: text("pipeline:next.invite") })).toBeHidden();

    await page.goto("/scheduled-emails");
    await expect(page.getByText(`${name} · ${text("email:type.online_invitation")}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: text("email:history.withdraw") }).click();
    await expect(page.getByText(text("compose:outbox.empty"))).toBeVisible();
  });
}
