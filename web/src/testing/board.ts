// A pipeline for component tests: cards, lanes, and a server with configurable answers to moves.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import type { MoveKind, MoveResult, PlacedApplication, Stage, SubStatus } from "@/lib/api/types";
import { idOf, job } from "./fixtures";
import { on, paged } from "./server";
import { text } from "./texts";

const O = "/api/organizations/{organization_id}";
export const JOB = job();

/** A card in wire format. */
export function card(id: number, name: string, change: { next?: MoveKind; [field: string]: unknown } = {}) {
  return {
    id: idOf(id),
    version: 3,
    person: { id: idOf(id + 100_000), name },
    status: STAGE.online as string,
    sub_status: SUB_STATUS.interviewCompleted as string,
    sub_status_since: "2026-03-01T08:00:00Z",
    level: LEVEL.recommended,
    score: 71,
    strip: "MpU",
    starred: false,
    next: "mark_passed" as MoveKind | null,
    ...change,
  };
}

/** The API's answer for a moved application. */
export function placedApplication(
  id: number,
  status: Stage,
  sub_status: SubStatus,
  version: number,
): PlacedApplication {
  return {
    id: idOf(id),
    job_id: JOB.id,
    person_id: idOf(id + 100_000),
    status,
    sub_status,
    sub_status_since: "2026-03-01T08:00:00Z",
    is_archived: false,
    updated_at: "2026-03-01T08:00:00Z",
    version,
  };
}

/** A pipeline of two cards by default, whose server answers moves as configured. */
export function boardApi(
  answer: (ids: string[]) => Promise<MoveResult[]>,
  cards = [card(1, "Chen Yu"), card(2, "Wang Wei")],
) {
  const sent: unknown[] = [];
  const handlers = [
    on("get", `${O}/jobs`, () => paged([JOB])),
    on("get", `${O}/jobs/{job_id}`, () => JOB),
    http.get("*/jobs/:job_id/board", ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const found = cards.filter(
        ({ status, sub_status, person }) =>
          status === asked.get("status") &&
          person.name.includes(asked.get("search") ?? "") &&
          (asked.get("sub_status") ?? sub_status) === sub_status,
      );
      const from = Number(asked.get("cursor") ?? 0);
      const until = from + Number(asked.get("limit"));
      const next_cursor = until < found.length ? String(until) : null;
      return HttpResponse.json({ items: found.slice(from, until), next_cursor, total: found.length });
    }),
    http.get("*/jobs/:job_id/lanes", () => {
      const lanes = [STAGE.online, STAGE.onsite, STAGE.offer, STAGE.onboarding].map((status) => ({
        status,
        sub_statuses: Object.values(SUB_STATUS).map((sub_status) => ({
          sub_status,
          count: cards.filter((one) => one.status === status && one.sub_status === sub_status).length,
        })),
      }));
      return HttpResponse.json({ lanes, total: cards.length });
    }),
    on("get", `${O}/jobs/{job_id}/conversion`, () => ({
      stages: [{ status: STAGE.online, entered: 8, advanced: 2 }],
    })),
    http.post("*/applications/:verb", async ({ request, params }) => {
      const body = (await request.json()) as { items: { id: string; version: number }[] };
      sent.push({ verb: params["verb"], ...body });
      const results = await answer(body.items.map(({ id }) => id));
      return HttpResponse.json({ results });
    }),
    http.get("*/applications/:id", ({ params }) =>
      HttpResponse.json({
        id: params["id"],
        person: { name: cards.find(({ id }) => id === params["id"])?.person.name },
        status: STAGE.onsite,
        sub_status: SUB_STATUS.noShow,
        history: [{ actor: { kind: "person", name: "Zhao Min" } }],
      }),
    ),
  ];
  return { cards, sent, handlers };
}

type LaneName = "online_interview" | "onsite_interview" | "offer" | "onboarding";

export const laneOf = (name: LaneName) => screen.findByRole("region", { name: text(`review:stage.${name}`) });

/** The notice that Zhao Min moved a card, as the board's server says. */
export const movedNotice = (name: string) =>
  text("pipeline:stale.moved", {
    who: "Zhao Min",
    name,
    stage: text("review:stage.onsite_interview"),
    status: text("review:sub.no_show"),
  });
