// The talent pool beside the board.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ARCHIVED_TO_POOL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { MoveResult } from "@/lib/api/types";
import { boardApi, JOB } from "@/testing/board";
import { idOf } from "@/testing/fixtures";
import { mockElementSize } from "@/testing/layout";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ADDRESS = `/pipeline?job_id=${JOB.id}`;

const done = async (ids: string[]): Promise<MoveResult[]> => ids.map((id) => ({ id, status: "ok" }));

beforeEach(mockElementSize);

it("restores an archived candidate to the stage they had, besides recalling them", async () => {
  const user = userEvent.setup();
  const { handlers, sent } = boardApi(done, []);
  const entry = {
    id: idOf(7),
    version: 2,
    person: { id: idOf(500), name: "Chen Siyuan", starred: false, blacklisted: false },
    job_id: JOB.id,
    job_title: JOB.title,
    status: STAGE.onsite,
    sub_status: SUB_STATUS.interviewCompleted,
    archive_reason: ARCHIVED_TO_POOL,
    archived_at: "2026-03-01T08:00:00Z",
  };
  const pool = on("get", `${O}/talent-pool`, () => paged([entry]));
  await renderApp(ADDRESS, { handlers: [pool, ...handlers] });
  await user.click(await screen.findByRole("button", { name: text("pipeline:pool.open") }));
  const panel = await screen.findByRole("complementary", { name: text("pipeline:pool.open") });
  const place = `${text("review:stage.onsite_interview")} · ${text("review:sub.interview_completed")}`;
  const restore = text("pipeline:pool.restore_person", { name: "Chen Siyuan", place });
  await within(panel).findByRole("button", { name: text("pipeline:pool.recall_person", { name: "Chen Siyuan" }) });
  await user.click(await within(panel).findByRole("button", { name: restore }));
  await waitFor(() => expect(sent).toEqual([{ verb: "restore", items: [{ id: idOf(7), version: 2 }] }]));
});
