import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InterviewDuties } from "@/lib/api/types";
import { idOf, membership } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const LI: InterviewDuties = { user_id: idOf(21), name: "Li Wei", is_active: false, interviews: 3, invitations: 0 };
const SCHEDULES = on("get", `${O}/interview-schedules`, () => paged([]));
const ACTION = { name: text("interview:handover.action_name", { name: "Li Wei" }) };

it("hands over the interviews of a member who has left", async () => {
  const user = userEvent.setup();
  let left = [LI];
  const sent: unknown[] = [];
  await renderApp("/schedule", {
    handlers: [
      SCHEDULES,
      on("get", `${O}/interview-duties`, () => paged(left)),
      on("get", `${O}/interviewers`, () => paged([{ user_id: idOf(22), name: "Chen Yu" }])),
      on("post", `${O}/interview-duties/{user_id}/hand-over`, ({ body }) => {
        sent.push(body);
        if (sent.length === 1) return problem(503, "server.unavailable");
        left = [];
        return { interviews: 2, conflicts: 1, invitations: 0 };
      }),
    ],
  });
  await user.click(await screen.findByRole("button", ACTION));
  const dialog = within(await screen.findByRole("dialog"));
  const submit = dialog.getByRole<HTMLButtonElement>("button", { name: text("interview:handover.action") });
  expect(submit.disabled).toBe(true);
  await user.click(await dialog.findByRole("combobox", { name: text("interview:handover.to") }));
  await user.click(await screen.findByTitle("Chen Yu"));
  await user.click(submit);
  await dialog.findByText(text("errors:server.unavailable"));
  await user.click(submit);
  await screen.findByText(text("interview:handover.conflicts", { count: 1, name: "Chen Yu" }));
  await waitFor(() => expect(screen.queryByRole("button", ACTION)).toBeNull());
  expect(sent).toEqual([{ to: idOf(22) }, { to: idOf(22) }]);
});

it("isn't asked for by members who don't schedule interviews", async () => {
  let asked = 0;
  await renderApp("/schedule", {
    membership: membership({ role: "interviewer", permissions: ["schedule:view", "schedule:edit", "schedule:review"] }),
    handlers: [
      SCHEDULES,
      on("get", `${O}/interview-duties`, () => {
        asked += 1;
        return paged([LI]);
      }),
    ],
  });
  await screen.findByRole("heading", { name: text("schedule:title") });
  expect(asked).toBe(0);
});
