// What the browser keeps of lists: shown before the network answers, checked at once, gone with the session.
import "fake-indexeddb/auto";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createStore, entries } from "idb-keyval";
import { expect, it } from "vitest";
import { job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, server } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";

it("shows the jobs of the last visit before the network answers, then what is true now", async () => {
  const user = userEvent.setup();
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([job({ title: "Night nurse" })]))] });
  await screen.findByText("Night nurse");
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).not.toEqual([]));
  cleanup();

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await renderApp("/jobs", {
    handlers: [
      on("get", JOBS, async () => {
        await answered;
        return paged([job({ title: "Day nurse" })]);
      }),
    ],
  });
  await screen.findByText("Night nurse");
  answer();
  await screen.findByText("Day nurse");
  await waitFor(() => expect(screen.queryByText("Night nurse")).toBeNull());

  server.use(on("post", "/api/auth/sign-out", () => empty()));
  await user.click(await screen.findByRole("button", { name: /./u, expanded: false }));
  await user.click(await screen.findByRole("button", { name: text("shell:account.sign_out") }));
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).toEqual([]));
});
