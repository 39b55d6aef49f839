// The dashboard of the demo: each number links to as many candidates as it says.
import { expect } from "@playwright/test";
import { test } from "./demo";
import { either, text } from "./text";

/** Shares and durations, which open the candidates they are computed from. */
const MEASURE = new RegExp(`(?:%|${either("dashboard:duration.days", "dashboard:duration.hours").source})$`);

const KINDS = [
  "entered",
  "left",
  "current",
  "applied",
  "reached",
  "in_interviews",
  "level",
  "score_class",
  "source",
  "moved",
];

test("every number opens the candidates it counts", async ({ demo }) => {
  const page = await demo.context.newPage();
  await page.addInitScript(() => localStorage.setItem("language", "zh-CN"));
  await page.goto("/dashboard?days=365");
  const funnel = page.getByRole("region", { name: text("dashboard:funnel.title") });
  await expect(funnel.getByRole("link").first()).toBeVisible();
  const shownFigures = () =>
    page
      .locator("a[href*='/dashboard/candidates?']")
      .evaluateAll((links) => links.map((link) => [link.textContent ?? "", link.getAttribute("href") ?? ""] as const));
  // Charts load later, and have tables as well.
  const closed = page.locator("details:not([open]) > summary");
  await expect
    .poll(async () => {
      while ((await closed.count()) > 0) await closed.first().click();
      return (await shownFigures()).map(([, address]) => new URLSearchParams(address.split("?")[1]).get("figure"));
    })
    .toEqual(expect.arrayContaining(KINDS));
  const figures = await shownFigures();

  const { items } = await (await demo.context.request.get("/api/me/organizations")).json();
  const candidates = `/api/organizations/${items[0].organization_id}/dashboard/candidates`;
  const differing: string[] = [];
  for (const [shown, address] of figures) {
    const asked = new URLSearchParams(address.split("?")[1]);
    asked.delete("days");
    const answer = await (await demo.context.request.get(`${candidates}?${asked}&limit=1`)).json();
    // The first number in the text is the figure.
    const figure = Number(/\d[\d,]*/.exec(shown)?.[0].replaceAll(",", ""));
    const isSame = MEASURE.test(shown) ? answer.figure > 0 : figure === answer.figure;
    if (!isSame) differing.push(`${shown} ${address}: ${answer.figure}`);
  }
  expect(differing).toEqual([]);

  // By keyboard to the candidates of a figure, and back.
  const entered = funnel.getByRole("row").nth(2).getByRole("link").first();
  const count = Number((await entered.textContent())?.replaceAll(",", ""));
  await entered.focus();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: text("dashboard:figure.candidates", { count }) }),
  ).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(1 + Math.min(count, 50));
  await page.getByRole("link", { name: text("dashboard:figure.back") }).click();
  await expect(page).toHaveURL(/\/dashboard\?days=365$/);
  await page.close();
});
