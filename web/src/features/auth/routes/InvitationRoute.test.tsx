import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { InvitationForMe } from "@/lib/api/types";
import { idOf } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const invitation: InvitationForMe = {
  email: "wang@example.com",
  expires_at: "2099-01-01T00:00:00Z",
  has_account: false,
  organization_id: idOf(9),
  organization_name: "Yunfan",
  role: "recruiter",
  status: "pending",
};

it("keeps an invited person's input after a failed refetch", async () => {
  const user = userEvent.setup();
  let looks = 0;
  await renderApp("/accept-invitation?token=abc", {
    session: null,
    handlers: [
      on("get", "/api/invitations/{token}", () => {
        looks += 1;
        return looks === 1 ? invitation : problem(500, "server.internal");
      }),
    ],
  });
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: text("auth:full_name") });
  await user.type(name, "Wang Wei");
  // The third request is sent only after the second has failed.
  for (const nth of [2, 3]) {
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event("visibilitychange")));
      expect(looks).toBeGreaterThanOrEqual(nth);
    });
  }
  expect(name.isConnected).toBe(true);
  expect(name.value).toBe("Wang Wei");
});

it("fills the invited address into the sign-in form", async () => {
  const user = userEvent.setup();
  await renderApp("/accept-invitation?token=abc", {
    session: null,
    handlers: [on("get", "/api/invitations/{token}", () => ({ ...invitation, has_account: true }))],
  });
  await user.click(await screen.findByRole("link", { name: text("auth:invitation.sign_in") }));
  const email = await screen.findByLabelText<HTMLInputElement>(text("auth:email"));
  expect(email.value).toBe(invitation.email);
  const password = await screen.findByLabelText(text("auth:password"));
  await waitFor(() => expect(document.activeElement).toBe(password));
});
