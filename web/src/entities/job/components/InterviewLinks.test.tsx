import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { InterviewLocation } from "@/lib/api/types";
import { idOf, ORGANIZATION_ID } from "@/testing/fixtures";
import { keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const LOCATIONS = "/api/organizations/{organization_id}/interview-locations";
const LOCATION = "/api/organizations/{organization_id}/interview-locations/{location_id}";

const room: InterviewLocation = {
  id: idOf(31),
  organization_id: ORGANIZATION_ID,
  name: "Room 3",
  type: "onsite",
  details: "88 Century Avenue, Shanghai",
  job_count: 2,
  created_at: "2026-03-02T08:00:00Z",
  updated_at: "2026-03-02T08:00:00Z",
};

it("adds a link and shows server errors at its field", async () => {
  const sent: unknown[] = [];
  await renderApp("/jobs?tab=links", {
    handlers: [
      on("post", LOCATIONS, ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? problem(422, "request.invalid", { errors: [{ field: "details", code: "field.required" }] })
          : room;
      }),
    ],
  });
  fireEvent.click(await screen.findByRole("button", { name: text("jobs:links.add") }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(await within(dialog).findByLabelText(text("jobs:links.name")), { target: { value: "Cal" } });
  fireEvent.click(await within(dialog).findByRole("button", { name: new RegExp(text("jobs:save")) }));
  expect(await within(dialog).findByText(text("errors:field.required"))).toBeDefined();
  fireEvent.change(await within(dialog).findByLabelText(text("jobs:links.link")), {
    target: { value: "https://cal.example" },
  });
  fireEvent.click(await within(dialog).findByRole("button", { name: new RegExp(text("jobs:save")) }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ type: "online", name: "Cal", details: "https://cal.example" });
});

it("warns before deleting how many jobs use the link", async () => {
  let deleted = "";
  await renderApp("/jobs?tab=links", {
    handlers: [
      on("get", LOCATIONS, () => paged(deleted ? [] : [room])),
      on("delete", LOCATION, ({ params }) => {
        deleted = params["location_id"] ?? "";
        return empty();
      }),
    ],
  });
  fireEvent.click(await screen.findByRole("button", { name: text("jobs:links.delete_named", { name: room.name }) }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain(text("jobs:links.delete_used", { count: 2 }));
  fireEvent.click(await within(dialog).findByRole("button", { name: text("jobs:links.delete") }));
  await waitFor(() => expect(deleted).toBe(room.id));
});

it("shows a colleague's change beside one's own, and asks before closing", async () => {
  let kept = room;
  const sent: unknown[] = [];
  await renderApp("/jobs?tab=links", {
    handlers: [
      on("get", LOCATIONS, () => paged([kept])),
      on("patch", LOCATION, ({ body }) => {
        sent.push(body);
        return kept;
      }),
    ],
  });
  fireEvent.click(await screen.findByRole("button", { name: text("jobs:links.edit_named", { name: room.name }) }));
  const dialog = await screen.findByRole("dialog");
  const name = await within(dialog).findByLabelText<HTMLInputElement>(text("jobs:links.name"));
  fireEvent.change(name, { target: { value: "Room 4" } });
  fireEvent.click(await within(dialog).findByRole("button", { name: "Close" }));
  await keepEditing();
  kept = { ...room, name: "Room 5" };
  fireEvent.click(await within(dialog).findByRole("button", { name: text("jobs:save") }));
  expect(await within(dialog).findByText("Room 5")).toBeDefined();
  expect(name.value).toBe("Room 4");
  expect(sent).toEqual([]);
});
