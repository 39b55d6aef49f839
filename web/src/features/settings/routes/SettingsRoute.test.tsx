import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { SmtpSettings } from "@/lib/api/types";
import { renderApp } from "@/testing/renderApp";
import { on } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";
const SAVED: SmtpSettings = {
  host: "smtp.acme.example",
  port: 587,
  security: "starttls",
  username: "hr",
  hasPassword: true,
  from: "Acme <hr@acme.example>",
  hasDefault: false,
};

it("saves the mail server, keeps a password that nobody typed, and tries it", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderApp("/settings?tab=email", {
    handlers: [
      on("get", `${O}/email-service`, () => ({ status: "running", failures: 0, queued: 0 })),
      on("get", `${O}/settings/smtp`, () => SAVED),
      on("put", `${O}/settings/smtp`, ({ body }) => {
        sent.push(body);
        return SAVED;
      }),
      on("post", `${O}/settings/smtp/test`, () => ({ ok: false, code: "mail.key_refused", latency_ms: 12 })),
    ],
  });
  const host = await screen.findByLabelText(text("email:smtp.host"));
  await user.clear(host);
  await user.type(host, "mail.acme.example");
  await user.click(await screen.findByText("TLS"));
  await user.click(await screen.findByRole("button", { name: text("email:smtp.save") }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    host: "mail.acme.example",
    perMinute: null,
    domainPerMinute: null,
    port: 465,
    security: "tls",
    username: "hr",
    from: "Acme <hr@acme.example>",
  });
  await user.click(await screen.findByRole("button", { name: text("email:test.send") }));
  expect(await screen.findByText(text("email:reason.key_refused"))).toBeDefined();
});
