import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ARCHIVED_TO_POOL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { Permission } from "@/entities/session/permission";
import { batch, idOf, job, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ENTRY = {
  id: idOf(400),
  version: 2,
  person: { id: idOf(500), name: "Chen Siyuan", starred: false, blacklisted: false },
  job_id: idOf(101),
  job_title: "Data Engineer",
  status: STAGE.online,
  sub_status: SUB_STATUS.noShow,
  archive_reason: ARCHIVED_TO_POOL,
  archived_at: "2026-03-01T08:00:00Z",
};

it("ranks the whole pool for a job and goes to the live queue of it", async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const ranking = batch({ id: idOf(201), source: "pool", file_name: "" });
  await renderApp("/talent-pool", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/jobs`, () => paged([job()])),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("post", `${O}/talent-pool/rank`, ({ body }) => {
        asked.push(body);
        return { batch: ranking };
      }),
      on("get", `${O}/batches/{batch_id}`, () => ranking),
      on("get", `${O}/batches/{batch_id}/levels`, () => paged([])),
      on("get", `${O}/batches/{batch_id}/tasks`, () => paged([])),
    ],
  });
  await screen.findByRole("link", { name: "Chen Siyuan" });
  await user.click(await screen.findByRole("button", { name: text("talent-pool:rank.action") }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(text("talent-pool:rank.text", { count: 1 }));
  const start = await within(dialog).findByRole<HTMLButtonElement>("button", { name: text("talent-pool:rank.start") });
  expect(start.disabled).toBe(true);
  await user.click(await within(dialog).findByRole("combobox", { name: text("talent-pool:rank.job") }));
  await user.click(await screen.findByTitle(job().title));
  await user.click(start);
  await waitFor(() => expect(asked).toEqual([{ job_id: job().id }]));
  await waitFor(() => expect(window.location.search).toBe(`?job_id=${job().id}&batch_id=${ranking.id}`));
});

it("offers no ranking to whoever may not evaluate", async () => {
  const permissions: Permission[] = ["talent-pool:view", "talent-pool:search"];
  await renderApp("/talent-pool", {
    handlers: [on("get", `${O}/talent-pool`, () => paged([ENTRY]))],
    membership: membership({ role: "interviewer", permissions }),
  });
  await screen.findByText("Chen Siyuan");
  expect(screen.queryByRole("button", { name: text("talent-pool:rank.action") })).toBeNull();
});

it("saves the present filters as a view of this screen and opens it again", async () => {
  const user = userEvent.setup();
  const views: { id: string; screen: string; name: string; query: string; created_at: string }[] = [];
  await renderApp("/talent-pool?starred=true&page=2", {
    handlers: [
      on("get", `${O}/talent-pool`, () => paged([ENTRY])),
      on("get", `${O}/saved-views`, ({ query }) => paged(views.filter(({ screen }) => screen === query.get("screen")))),
      on("post", `${O}/saved-views`, ({ body }) => {
        const view = { ...(body as (typeof views)[number]), id: idOf(700), created_at: "2026-03-01T08:00:00Z" };
        views.push(view);
        return view;
      }),
    ],
  });
  await screen.findByText("Chen Siyuan");
  await user.click(await screen.findByRole("button", { name: text("common:views.title") }));
  await user.type(await screen.findByLabelText(text("common:views.name")), "Favorites{Enter}");
  await waitFor(() =>
    expect(views).toMatchObject([{ screen: "talent-pool", name: "Favorites", query: "starred=true" }]),
  );
  await user.click(await screen.findByRole("button", { name: "Favorites" }));
  await waitFor(() => expect(window.location.search).toBe("?starred=true"));
});
