import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

it("shows six topics and searches all of them", async () => {
  const user = userEvent.setup();
  await renderApp("/guide");
  const contents = await screen.findByRole("navigation", { name: text("guide:contents") });
  expect(await within(contents).findAllByRole("link")).toHaveLength(6);

  await user.type(await screen.findByRole("textbox", { name: text("guide:search") }), text("guide:move.time_out"));
  await waitFor(() => expect(within(contents).getAllByRole("link")).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByText(text("guide:move.time_out"))).toHaveLength(2));

  await user.clear(await screen.findByRole("textbox", { name: text("guide:search") }));
  await user.type(await screen.findByRole("textbox", { name: text("guide:search") }), "zzzz");
  expect(await screen.findByText(text("guide:none", { search: "zzzz" }))).toBeDefined();
});
