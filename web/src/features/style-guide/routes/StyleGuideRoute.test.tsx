import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

it("shows the kit in both themes", async () => {
  await renderApp("/style-guide");
  for (const theme of ["light", "dark"]) {
    const pane = await screen.findByRole("region", { name: text(`styleguide:theme.${theme}`) });
    expect(pane.dataset["appearance"]).toBe(theme);
    for (const part of ["tokens", "actions", "fields", "states", "evidence", "lists"]) {
      expect(await within(pane).findByRole("heading", { name: text(`styleguide:section.${part}`) })).toBeTruthy();
    }
  }
});
