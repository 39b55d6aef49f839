import { expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { actorOf, statusRows } from "./statuses";

it("tells of every status, and of each what leads there", () => {
  const rows = statusRows();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(Object.values(SUB_STATUS)));
  for (const row of rows) {
    const isMirrored = row.stage === STAGE.offer && row.status === SUB_STATUS.offerIntentPending;
    expect(row.moves.length > 0 || row.isStart || isMirrored, `${row.stage} ${row.status}`).toBe(true);
  }
});

it("names each move once and says whose it is", () => {
  const expired = statusRows().find(({ status }) => status === SUB_STATUS.onlineInvitationExpired);
  expect(expired?.moves).toEqual(["time_out"]);
  expect(actorOf("time_out")).toBe("system");
  expect(actorOf("accept_offer")).toBe("candidate");
  expect(actorOf("mark_passed")).toBe("member");
});
