import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, paged } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

it("asks before an invitation that is being written is discarded", async () => {
  const user = userEvent.setup();
  await renderApp("/organization/members", {
    handlers: [
      on("get", `${O}/members`, () => paged([])),
      on("get", `${O}/invitations`, () => paged([])),
      on("get", `${O}/usage`, () => ({
        members: { used: 1, limit: 5 },
        jobs: { used: 0, limit: 10 },
        batches_today: { used: 0, limit: 200 },
        bytes_today: { used: 0, limit: 10_000_000 },
        stored_bytes: { used: 0, limit: 107_374_182_400 },
      })),
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
