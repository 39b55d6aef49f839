import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

/** Parts of other components, whole pages, which the crawler checks, and components shown under another name. */
const NOT_SHOWN = [
  "LazyDrawer",
  "BottomSheet",
  "OpenedMenu",
  "KeyboardHelp",
  "Sample",
  "GuestPage",
  "GuestQuery",
  "LiteHeader",
  "LitePage",
  "Kit",
  "TimeZoneSelect",
  "FormNotices",
  "UnsavedScope",
  // Fields and tabs of the library, with what it lacks.
  "Field",
  "NumberField",
  "ViewTabs",
  // Only scrolls what is in it.
  "WideTable",
  // Shown where something could not be loaded.
  "OfflineLine",
  "PartNotice",
];
/** Components of the kit with a distinct look. */
const KIT = Object.keys(import.meta.glob(["@/ui/**/[A-Z]*.tsx", "!@/ui/**/*.test.tsx"]))
  .map((path) => path.replace(/^.*\//, "").replace(".tsx", ""))
  .filter((name) => !NOT_SHOWN.includes(name));

const PAGES_OF_KIT = import.meta.glob<string>("../{components,routes}/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

it("includes every component of the kit", () => {
  const source = Object.values(PAGES_OF_KIT).join("\n");
  expect(KIT.length).toBeGreaterThan(20);
  expect(KIT.filter((name) => !new RegExp(`<${name}\\b`).test(source))).toEqual([]);
});

it("shows the kit in both themes", async () => {
  await renderApp("/button-style-guide");
  for (const theme of ["light", "dark"]) {
    const pane = await screen.findByRole("region", { name: text(`styleguide:theme.${theme}`) });
    expect(pane.dataset["appearance"]).toBe(theme);
    for (const part of ["tokens", "actions", "fields", "states", "evidence", "lists", "parts"]) {
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
