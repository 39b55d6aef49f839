import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InterviewDuties, Invitation, Member } from "@/lib/api/types";
import { idOf, job, membership } from "@/testing/fixtures";
import { keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

const USAGE = on("get", `${O}/usage`, () => ({
  members: { used: 1, limit: 5 },
  jobs: { used: 0, limit: 10 },
  batches_today: { used: 0, limit: 200 },
  bytes_today: { used: 0, limit: 10_000_000 },
  stored_bytes: { used: 0, limit: 107_374_182_400 },
}));

const LI: Member = {
  id: idOf(20),
  organization_id: idOf(2),
  user_id: idOf(21),
  email: "li@example.com",
  full_name: "Li Wei",
  role: "interviewer",
  permissions: [],
  invited_by: null,
  invited_at: null,
  joined_at: "2026-01-05T08:00:00Z",
  is_active: true,
  assigned_jobs: 1,
};

function invitation(change: Partial<Invitation>): Invitation {
  return {
    id: idOf(30),
    organization_id: idOf(2),
    email: "budi@example.com",
    role: "recruiter",
    permissions: [],
    job_ids: [],
    status: "pending",
    invited_by: null,
    invited_by_name: null,
    invited_by_email: null,
    sent_at: "2026-01-05T08:00:00Z",
    expires_at: "2026-01-12T08:00:00Z",
    created_at: "2026-01-05T08:00:00Z",
    ...change,
  };
}

it("asks before an invitation that is being written is discarded", async () => {
  const user = userEvent.setup();
  await renderApp("/organization/members", {
    handlers: [
      on("get", `${O}/members`, () => paged([])),
      on("get", `${O}/invitations`, () => paged([])),
      on("get", `${O}/jobs`, () => paged([])),
      USAGE,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("organization:invite.open") }));
  const emails = await screen.findByLabelText<HTMLTextAreaElement>(text("organization:invite.emails"));
  await user.type(emails, "lin@example.com");
  await user.keyboard("{Escape}");
  await keepEditing();
  expect(emails.value).toBe("lin@example.com");
  await user.clear(emails);
  await user.click(await screen.findByRole("button", { name: text("organization:cancel") }));
  await waitFor(() => expect(emails.isConnected).toBe(false));
});

it("invites with jobs, and offers only permissions that the role can have", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderApp("/organization/members", {
    handlers: [
      on("get", `${O}/members`, () => paged([])),
      on("get", `${O}/invitations`, () => paged([])),
      on("post", `${O}/invitations`, ({ body }) => {
        sent.push(body);
        return invitation({});
      }),
      on("get", `${O}/jobs`, ({ query }) => paged(query.get("status") === "active" ? [job()] : [])),
      USAGE,
    ],
  });
  await user.click(await screen.findByRole("button", { name: text("organization:invite.open") }));
  await user.type(await screen.findByLabelText(text("organization:invite.emails")), "budi@example.com");
  await user.click(await screen.findByRole("combobox", { name: text("organization:invite.jobs") }));
  await user.click(await screen.findByTitle(job().title));
  await user.click(await screen.findByRole("combobox", { name: text("organization:invite.permissions") }));
  await user.keyboard(text("organization:action.delete"));
  const deleting = (resource: string) =>
    text("organization:permission_of", { resource, action: text("organization:action.delete") });
  await screen.findByTitle(deleting(text("organization:resource.prompts")));
  expect(screen.queryByTitle(deleting(text("organization:resource.organization")))).toBeNull();
  await user.click(await screen.findByRole("button", { name: text("organization:invite.submit") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ email: "budi@example.com", role: "recruiter", permissions: [], job_ids: [job().id] });
});

it("lists declined invitations, which can be removed", async () => {
  const user = userEvent.setup();
  let declined = [invitation({ status: "declined" })];
  await renderApp("/organization/members", {
    handlers: [
      on("get", `${O}/members`, () => paged([])),
      on("get", `${O}/invitations`, () => paged(declined)),
      on("delete", `${O}/invitations/{invitation_id}`, () => {
        declined = [];
        return empty();
      }),
      USAGE,
    ],
  });
  await screen.findByText(text("organization:invitations.declined"));
  expect(screen.queryByRole("button", { name: text("organization:invitations.resend") })).toBeNull();
  const name = text("organization:invitations.remove_name", { email: "budi@example.com" });
  await user.click(await screen.findByRole("button", { name }));
  await screen.findByText(text("organization:invitations.none"));
});

function leaving(duties: InterviewDuties[]) {
  const sent: unknown[] = [];
  const handlers = [
    on("get", `${O}/members`, () => paged([LI])),
    on("get", `${O}/invitations`, () => paged([])),
    on("get", `${O}/interviewers`, () =>
      paged([
        { user_id: LI.user_id, name: "Li Wei" },
        { user_id: idOf(22), name: "Chen Yu" },
      ]),
    ),
    on("get", `${O}/interview-duties`, () => paged(duties)),
    on("post", `${O}/interview-duties/{user_id}/hand-over`, ({ params, body }) => {
      sent.push([params["user_id"], body]);
      return { interviews: 2, conflicts: 0, invitations: 1 };
    }),
    on("patch", `${O}/members/{member_id}`, ({ body }) => {
      sent.push(body);
      return { ...LI, is_active: false };
    }),
    USAGE,
  ];
  return { sent, handlers };
}

const DUTIES: InterviewDuties = { user_id: LI.user_id, name: "Li Wei", is_active: true, interviews: 2, invitations: 1 };
const DEACTIVATE = { name: text("organization:members.deactivate_name", { name: "Li Wei" }) };

it("hands interviews over before a member is deactivated", async () => {
  const user = userEvent.setup();
  const { sent, handlers } = leaving([DUTIES]);
  await renderApp("/organization/members", { membership: membership(), handlers });
  await user.click(await screen.findByRole("button", DEACTIVATE));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(text("interview:handover.interviews", { count: 2 }));
  await user.click(await dialog.findByRole("combobox", { name: text("interview:handover.to") }));
  await user.click(await screen.findByTitle("Chen Yu"));
  await user.click(await dialog.findByRole("button", { name: text("organization:members.hand_over") }));
  await waitFor(() => expect(sent).toEqual([[LI.user_id, { to: idOf(22) }], { is_active: false }]));
});

it("leaves interviews as they are if nobody is chosen", async () => {
  const user = userEvent.setup();
  const { sent, handlers } = leaving([DUTIES]);
  await renderApp("/organization/members", { handlers });
  await user.click(await screen.findByRole("button", DEACTIVATE));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: text("organization:members.deactivate") }));
  await waitFor(() => expect(sent).toEqual([{ is_active: false }]));
});

it("deactivates a member without interviews at once", async () => {
  const user = userEvent.setup();
  const { sent, handlers } = leaving([]);
  await renderApp("/organization/members", { handlers });
  await user.click(await screen.findByRole("button", DEACTIVATE));
  await waitFor(() => expect(sent).toEqual([{ is_active: false }]));
  expect(screen.queryByRole("dialog")).toBeNull();
});
