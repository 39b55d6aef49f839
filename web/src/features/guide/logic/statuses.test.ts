import { expect, it } from "vitest";
import { MOVES } from "@/entities/application/moves.gen";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { actorOf, statusAfter, statusRows } from "./statuses";

it("lists every status with its moves", () => {
  const rows = statusRows();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(Object.values(SUB_STATUS)));
  for (const row of rows) {
    const isMirrored = row.stage === STAGE.offer && row.status === SUB_STATUS.offerIntentPending;
    expect(row.moves.length > 0 || row.isStart || isMirrored, `${row.stage} ${row.status}`).toBe(true);
  }
});

it("names each move once with its actor", () => {
  const expired = statusRows().find(({ status }) => status === SUB_STATUS.onlineInvitationExpired);
  expect(expired?.moves).toEqual(["time_out"]);
  expect(actorOf("time_out")).toBe("system");
  expect(actorOf("book")).toBe("candidate_or_member");
  expect(actorOf("accept_offer")).toBe("candidate");
  expect(actorOf("mark_passed")).toBe("member");
});

it("shows the target status of every email from the table of moves", () => {
  const sending = [
    "send_online_invitation",
    "send_onsite_invitation",
    "send_offer_intent",
    "send_offer",
    "send_rejection",
  ];
  const led = sending.map((kind) => {
    const ends = MOVES.flatMap(({ move, to }) => (move === kind && to ? [to.split("/")[1]] : []));
    expect(new Set(ends).size, kind).toBe(1);
    return ends[0];
  });
  expect(led).toEqual([
    SUB_STATUS.onlineInvitationSent,
    SUB_STATUS.onsiteInvitationSent,
    SUB_STATUS.offerIntentPending,
    SUB_STATUS.offerSent,
    SUB_STATUS.rejectionSent,
  ]);
  expect(statusAfter("send_offer")).toBe(SUB_STATUS.offerSent);
});
