// What is done with several cards at once.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { SUB_STATUS } from "@/entities/application/stages";
import type { MoveResult } from "@/lib/api/types";
import { boardApi, card, JOB } from "@/testing/board";
import { applicationDetail, idOf, schedule } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;

const done = async (ids: string[]): Promise<MoveResult[]> => ids.map((id) => ({ id, status: "ok" }));
const selected = (count: number) => screen.findByText(text("pipeline:bulk.selected", { count }));
const bulkButton = (key: string, count: number) =>
  screen.findByRole("button", { name: text(`pipeline:bulk.${key}`, { count }) });

/** Renders the board and selects all its cards. */
async function select(cards: readonly ReturnType<typeof card>[], handlers: Parameters<typeof renderApp>[1] = {}) {
  const api = boardApi(done, [...cards]);
  await renderApp(ADDRESS, { handlers: [...(handlers.handlers ?? []), ...api.handlers] });
  for (const { person } of cards) {
    fireEvent.click(await screen.findByRole("article", { name: person.name }), { ctrlKey: true });
  }
  await selected(cards.length);
  return api;
}

beforeEach(mockElementSize);

it("marks those as passed who had their interview, and keeps the others selected", async () => {
  const user = userEvent.setup();
  const api = await select([
    card(1, "Chen Yu"),
    card(2, "Wang Wei"),
    card(3, "Li Na", { sub_status: SUB_STATUS.onlineScheduled }),
  ]);
  await user.click(await bulkButton("pass", 2));
  await waitFor(() =>
    expect(api.sent).toEqual([{ verb: "mark-passed", items: [1, 2].map((id) => ({ id: idOf(id), version: 3 })) }]),
  );
  await selected(1);
});

it("sets a status for those that can have it", async () => {
  const user = userEvent.setup();
  const changed: string[] = [];
  const patch = on("patch", `${O}/applications/{application_id}`, ({ params }) => {
    changed.push(String(params["application_id"]));
    return { id: String(params["application_id"]), version: 4 } as never;
  });
  await select([card(1, "Chen Yu"), card(2, "Wang Wei"), card(3, "Li Na", { sub_status: SUB_STATUS.noShow })], {
    handlers: [patch],
  });
  await user.click(await screen.findByRole("button", { name: text("pipeline:menu.set") }));
  const option = text("pipeline:lane.option", { name: text("review:sub.no_show"), number: 2 });
  await user.click(await screen.findByRole("menuitem", { name: option }));
  await waitFor(() => expect(changed.toSorted()).toEqual([idOf(1), idOf(2)]));
});

it("schedules one after the other, each beginning when the former ends", async () => {
  const user = userEvent.setup();
  const starts: string[] = [];
  const post = on("post", `${O}/interview-schedules`, ({ body }) => {
    const { start_time } = body as { start_time: string };
    starts.push(start_time);
    return schedule(start_time, 45);
  });
  const members = on("get", `${O}/interviewers`, () => paged([]) as never);
  await select([card(1, "Chen Yu"), card(2, "Wang Wei")], { handlers: [post, members] });
  await user.click(await bulkButton("schedule", 2));
  const save = { name: text("interview:dialog.schedule") };
  const progress = (number: number) => screen.findByText(text("pipeline:bulk.schedule_progress", { number, count: 2 }));
  await progress(1);
  await user.click(await screen.findByRole("button", save));
  await progress(2);
  await screen.findByText(text("interview:dialog.title_named", { name: "Wang Wei" }));
  await user.click(await screen.findByRole("button", save));
  await waitFor(() => expect(starts).toHaveLength(2));
  expect(Date.parse(starts[1] ?? "") - Date.parse(starts[0] ?? "")).toBe(45 * 60_000);
  await waitFor(() => expect(screen.queryByText(text("pipeline:bulk.selected", { count: 1 }))).toBeNull());
});

it("names who gets a rejection email and who has no address", async () => {
  const user = userEvent.setup();
  const addresses: Record<string, string | null> = { [idOf(1)]: "chen@example.com", [idOf(2)]: null };
  const detail = on("get", `${O}/applications/{application_id}`, ({ params }) => {
    const id = String(params["application_id"]);
    const { person, ...rest } = applicationDetail({ id });
    const name = id === idOf(1) ? "Chen Yu" : "Wang Wei";
    return { ...rest, person: { ...person, name, email: addresses[id] ?? null, contact: null } };
  });
  await select([card(1, "Chen Yu"), card(2, "Wang Wei")], { handlers: [detail] });
  await user.click(await bulkButton("eliminate", 2));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(text("review:recipients.reached", { count: 1, names: "Chen Yu" }));
  const missing = text("review:recipients.missing", { count: 1, names: "Wang Wei" });
  await dialog.findByText(missing);
  await user.click(await dialog.findByRole("checkbox"));
  expect(dialog.queryByText(missing)).toBeNull();
});
