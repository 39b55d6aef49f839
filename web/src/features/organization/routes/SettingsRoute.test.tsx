import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { OrganizationChanges } from "@/lib/api/types";
import { membership, organization } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

it("sends only changed fields and merges a colleague's concurrent changes", async () => {
  const user = userEvent.setup();
  const read = organization({ settings: { website: "https://old.example" } });
  let kept = read;
  const sent: unknown[] = [];
  await renderApp("/organization/settings", {
    handlers: [
      on("get", "/api/me/organizations", () => paged([membership({ organization: kept })])),
      on("patch", "/api/organizations/{organization_id}", ({ body }) => {
        const { updated_at, settings } = body as OrganizationChanges;
        sent.push(settings);
        if (Date.parse(updated_at ?? "") !== Date.parse(kept.updated_at)) {
          return problem(409, "request.stale", { current: kept });
        }
        kept = { ...kept, settings: { ...kept.settings, ...settings }, updated_at: "2026-03-02T09:00:00.5Z" };
        return kept;
      }),
    ],
  });
  const description = await screen.findByRole("textbox", { name: text("organization:settings.description") });
  await user.type(description, "We build ships.");
  kept = { ...kept, settings: { website: "https://new.example" }, updated_at: "2026-03-02T08:30:00.123456Z" };
  await user.click(await screen.findByRole("button", { name: text("organization:save") }));
  await waitFor(() =>
    expect(kept.settings).toEqual({ website: "https://new.example", description: "We build ships." }),
  );
  expect(sent).toEqual([{ description: "We build ships." }, { description: "We build ships." }]);
});
