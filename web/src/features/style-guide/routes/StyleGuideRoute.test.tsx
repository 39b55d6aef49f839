import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

it("shows the kit in both themes", async () => {
  await renderApp("/button-style-guide");
  for (const theme of ["light", "dark"]) {
    const pane = await screen.findByRole("region", { name: text(`styleguide:theme.${theme}`) });
    expect(pane.dataset["appearance"]).toBe(theme);
    for (const part of ["tokens", "actions", "fields", "states", "evidence", "lists"]) {
      expect(await within(pane).findByRole("heading", { name: text(`styleguide:section.${part}`) })).toBeTruthy();
    }
  }
});

it("shows the four cards in every state, in both themes", async () => {
  await renderApp("/unified-card-test");
  for (const theme of ["light", "dark"]) {
    const pane = await screen.findByRole("region", { name: text(`styleguide:theme.${theme}`) });
    expect(await within(pane).findAllByText(text("styleguide:card.state.nameless"))).toHaveLength(2);
    for (const variant of ["pipeline", "review", "application", "talent_pool"]) {
      expect(within(pane).getByRole("heading", { name: text(`styleguide:card.variant.${variant}`) })).toBeTruthy();
    }
    expect(within(pane).getAllByRole("article").length).toBeGreaterThan(12);
    expect(within(pane).getAllByText(text("talent-pool:blacklisted")).length).toBeGreaterThan(0);
  }
});
