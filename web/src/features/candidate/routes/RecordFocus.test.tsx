import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { applicationDetail, idOf, personDetail } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

it("moves the focus into the form that takes the button's place, and back", async () => {
  const user = userEvent.setup();
  await renderApp(`/candidate/${idOf(500)}`, {
    handlers: [
      on("get", `${O}/people/{person_id}`, () => personDetail()),
      on("get", `${O}/people/{person_id}/notes`, () => paged([])),
      on("get", `${O}/people/{person_id}/changes`, () => paged([])),
      on("get", `${O}/applications/{application_id}`, () => applicationDetail()),
      on("get", `${O}/jobs`, () => paged([])),
    ],
  });
  const button = () => screen.findByRole("button", { name: text("candidate:record.edit") });
  (await button()).focus();
  await user.keyboard("{Enter}");
  const cancel = await screen.findByRole("button", { name: text("candidate:record.cancel") });
  await waitFor(() => expect(cancel.closest("form")?.contains(document.activeElement)).toBe(true));
  await user.click(cancel);
  expect(document.activeElement).toBe(await button());
});
