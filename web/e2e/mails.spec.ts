// Every email on the smallest phone, in light and dark mode.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { expectReadableMail, test } from "./support";

const FOLDER = new URL("../../testdata/mails/", import.meta.url);
const MAILS = readdirSync(FOLDER)
  .toSorted()
  .map((file) => ({ name: file.replace(".html", ""), html: readFileSync(new URL(file, FOLDER), "utf8") }));

for (const scheme of ["light", "dark"] as const) {
  test(`every email is readable on a phone, ${scheme}`, async ({ page }) => {
    test.setTimeout(180_000);
    expect(MAILS.length).toBeGreaterThan(30);
    for (const { name, html } of MAILS) await expectReadableMail(page, html, scheme, name);
  });
}
