import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { job } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";

it("shows what changed after a list was loaded and before events arrive", async () => {
  let title = "Night nurse";
  let connect = () => {};
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await renderApp("/jobs", {
    handlers: [
      on("get", "/api/organizations/{organization_id}/jobs", () => paged([job({ title })])),
      http.get("*/api/organizations/:organization_id/events", async () => {
        await connected;
        return new HttpResponse(new ReadableStream(), { headers: { "Content-Type": "text/event-stream" } });
      }),
    ],
  });
  await screen.findByText("Night nurse");
  title = "Day nurse";
  connect();
  expect(await screen.findByText("Day nurse")).toBeTruthy();
});
