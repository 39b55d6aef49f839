import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { InterviewDuties } from "@/lib/api/types";
import * as page from "@/lib/routes/loadPage";
import { idOf, membership, session } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const ME = session().user.id;
const DUTIES: InterviewDuties = { user_id: ME, name: "Lin Yue", is_active: true, interviews: 2, invitations: 1 };
const user = userEvent.setup();

function server(duties: InterviewDuties[]) {
  const sent: unknown[] = [];
  const handlers = [
    on("get", `${O}/usage`, () => problem(403, "permission.denied")),
    on("get", `${O}/interviewers`, () =>
      paged([
        { user_id: ME, name: "Lin Yue" },
        { user_id: idOf(22), name: "Chen Yu" },
      ]),
    ),
    on("get", `${O}/interview-duties`, ({ query }) => paged(query.get("user_id") === ME ? duties : [])),
    on("post", `${O}/interview-duties/{user_id}/hand-over`, ({ params, body }) => {
      sent.push([params["user_id"], body]);
      return { interviews: 2, conflicts: 0, invitations: 1 };
    }),
    on("delete", `${O}/members/{member_id}`, () => {
      sent.push("left");
      return empty();
    }),
  ];
  return { sent, handlers };
}

async function leave(handlers: ReturnType<typeof server>["handlers"]) {
  await renderApp("/organization", { membership: membership({ role: "interviewer" }), handlers });
  await user.click(await screen.findByRole("button", { name: text("organization:leave.open") }));
  await user.click(await screen.findByRole("button", { name: text("organization:leave.confirm") }));
}

beforeEach(() => {
  vi.spyOn(page, "loadPage").mockImplementation(() => {});
});

it("hands a member's own interviews over before they leave", async () => {
  const { sent, handlers } = server([DUTIES]);
  await leave(handlers);
  await screen.findByText(text("interview:handover.text_own"));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(text("interview:handover.interviews", { count: 2 }));
  await user.click(await dialog.findByRole("combobox", { name: text("interview:handover.to") }));
  await user.click(await screen.findByTitle("Chen Yu"));
  await user.click(await dialog.findByRole("button", { name: text("organization:leave.hand_over") }));
  await waitFor(() => expect(sent).toEqual([[ME, { to: idOf(22) }], "left"]));
});

it("leaves interviews as they are if nobody is chosen", async () => {
  const { sent, handlers } = server([DUTIES]);
  await leave(handlers);
  await screen.findByText(text("interview:handover.text_own"));
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole("button", { name: text("organization:leave.confirm") }));
  await waitFor(() => expect(sent).toEqual(["left"]));
});

it("asks nothing more of a member without interviews", async () => {
  const { sent, handlers } = server([]);
  await leave(handlers);
  await waitFor(() => expect(sent).toEqual(["left"]));
});
