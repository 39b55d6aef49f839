import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
import { text } from "@/testing/texts";

it("lists every namespace of the language with nothing missing", async () => {
  await renderApp("/i18n-status", { language: "id-ID" });
  const row = await screen.findByRole("row", { name: /^jobs / });
  expect((await within(row).findAllByRole("cell"))[1]?.textContent).toBe("0");
});

it("shows the membership's permissions and disables, hides or removes actions accordingly", async () => {
  await renderApp("/permission-test", {
    membership: membership({ role: "viewer", pages: ["dashboard", "dev-tools"], permissions: ["dashboard:view"] }),
  });
  const given = await screen.findByText("dashboard:view");
  expect(given.closest("li")?.dataset["given"]).toBe("true");
  expect((await screen.findByText("jobs:delete")).closest("li")?.dataset["given"]).toBe("false");
  const examples = await screen.findAllByRole("button", { name: text("devtools:permissions.example") });
  expect(examples.map((example) => example.hasAttribute("disabled"))).toEqual([true]);
});

it("shows that another organization is not found", async () => {
  await renderApp("/tenant-test", {
    handlers: [on("get", "/api/organizations/{organization_id}/jobs", () => problem(404, "organization.not_found"))],
  });
  expect(await screen.findByText(text("devtools:tenants.held"))).toBeDefined();
});
