import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { AiSettings, SmtpSettings } from "@/lib/api/types";
import { aiSettings } from "@/testing/fixtures";
import { discard, keepEditing } from "@/testing/forms";
import { renderApp } from "@/testing/renderApp";
import { on, problem } from "@/testing/server";
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

interface Settings {
  smtp: SmtpSettings;
  ai: AiSettings;
}

/** A server with one setting, which records the requests to save it. */
function settingApi<Key extends keyof Settings>(path: Key, saved: Settings[Key]) {
  const state = { saved, sent: [] as unknown[] };
  const handlers = [
    on("get", `${O}/settings/${path}`, () => state.saved as never),
    on("put", `${O}/settings/${path}`, ({ body }) => {
      state.sent.push(body);
      return state.saved as never;
    }),
  ];
  return { state, handlers };
}

it("saves the mail server, keeps an untouched password, and tests it", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("smtp", SAVED);
  await renderApp("/settings?tab=email", {
    handlers: [
      ...handlers,
      on("post", `${O}/settings/smtp/test`, () => ({
        ok: false,
        code: "mail.key_refused",
        smtp_code: "535",
        via: "organization" as const,
        latency_ms: 12,
      })),
    ],
  });
  const host = await screen.findByLabelText(text("email:smtp.host"));
  await user.clear(host);
  await user.type(host, "mail.acme.example");
  await user.click(await screen.findByText("TLS"));
  await user.click(await screen.findByRole("button", { name: text("email:smtp.save") }));
  await waitFor(() => expect(state.sent).toHaveLength(1));
  expect(state.sent[0]).toEqual({
    host: "mail.acme.example",
    perMinute: null,
    domainPerMinute: null,
    port: 465,
    security: "tls",
    username: "hr",
    from: "Acme <hr@acme.example>",
  });
  await user.click(await screen.findByRole("button", { name: text("email:test.send") }));
  const why = `${text("email:reason.key_refused")} ${text("email:reason.smtp_code", { code: "535" })}`;
  expect(await screen.findByText(why)).toBeDefined();
});

it("asks for a password again that another server key sealed", async () => {
  const { handlers } = settingApi("smtp", { ...SAVED, isPasswordUnreadable: true });
  await renderApp("/settings?tab=email", { handlers });
  expect(await screen.findByText(text("email:smtp.password_unreadable"))).toBeDefined();
  expect(screen.queryByPlaceholderText(text("email:smtp.password_kept"))).toBeNull();
});

it("shows that a test email without a mail server is not sent", async () => {
  const user = userEvent.setup();
  await renderApp("/email-test", {
    handlers: [on("post", `${O}/settings/smtp/test`, () => ({ ok: true, via: "captured" as const, latency_ms: 0 }))],
  });
  await user.click(await screen.findByRole("button", { name: text("email:test.send") }));
  expect(await screen.findByText(text("email:test.captured"))).toBeDefined();
});

it("says below the field that the address of a test email is wrong", async () => {
  const user = userEvent.setup();
  await renderApp("/email-test", {
    handlers: [
      on("post", `${O}/settings/smtp/test`, () =>
        problem(422, "request.invalid", { errors: [{ field: "to", code: "field.email_invalid" }] }),
      ),
    ],
  });
  const to = await screen.findByLabelText(text("email:test.to"));
  await user.clear(to);
  await user.type(to, "nobody");
  await user.click(await screen.findByRole("button", { name: text("email:test.send") }));
  expect(await screen.findByText(text("errors:field.email_invalid"))).toBeDefined();
});

it("shows missing workers and stopped email", async () => {
  await renderApp("/settings", {
    handlers: [
      on("get", `${O}/settings/status`, () => ({
        version: "1.0.0",
        ai: { engine: "built-in", version: "built-in/7", has_key: false },
        tasks: { waiting: 2, running: 0 },
        workers: 0,
        email: { status: "stopped", reason: "mail.unreachable", queued: 3 },
        storage: { ok: true },
        database: { ok: true, version: "17.2" },
      })),
    ],
  });
  expect(await screen.findByText(text("settings:status.workers_none"))).toBeDefined();
  expect(await screen.findByText(text("settings:status.email_stopped"))).toBeDefined();
  const waiting = text("settings:status.email_queued", { count: 3 });
  expect(await screen.findByText(`${text("email:reason.unreachable")} ${waiting}`)).toBeDefined();
});

it("keeps a colleague's concurrent change to the mail server", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("smtp", SAVED);
  await renderApp("/settings?tab=email", { handlers });
  await user.type(await screen.findByLabelText(text("email:smtp.username")), "-team");
  state.saved = { ...SAVED, from: "Acme <jobs@acme.example>" };
  await user.click(await screen.findByRole("button", { name: text("email:smtp.save") }));
  await waitFor(() => expect(state.sent).toHaveLength(1));
  expect(state.sent[0]).toMatchObject({ username: "hr-team", from: "Acme <jobs@acme.example>" });
});

it("keeps a colleague's concurrent AI settings and sends only own changes", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("ai", aiSettings({ modelName: "first", concurrency: 2 }));
  const save = on("put", `${O}/settings/ai`, ({ body }) => {
    state.sent.push(body);
    const answer = { ...state.saved, concurrency: 4 };
    // Another user chooses another model right after.
    state.saved = { ...answer, modelName: "theirs" };
    return answer;
  });
  await renderApp("/settings?tab=ai", { handlers: [save, ...handlers] });
  const concurrency = await screen.findByLabelText(text("settings:ai.concurrency"));
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: text("settings:ai.save") });
  expect(button.disabled).toBe(true);
  await user.clear(concurrency);
  await user.type(concurrency, "4");
  await user.click(button);
  await waitFor(() => expect(state.sent).toEqual([{ concurrency: 4 }]));
  expect(await screen.findByDisplayValue("theirs")).toBeDefined();
  await waitFor(() => expect(button.disabled).toBe(true));
});

it("asks for another provider's key instead of sending the saved one", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("ai", aiSettings({ baseUrl: "https://one.example/v1", hasApiKey: true }));
  await renderApp("/settings?tab=ai", { handlers });
  await screen.findByText(text("settings:ai.key_set"));
  const address = await screen.findByLabelText(text("settings:ai.base_url"));
  await user.clear(address);
  await user.type(address, "https://two.example/v1");
  expect(await screen.findByText(text("settings:ai.key_for_provider"))).toBeTruthy();
  await user.type(await screen.findByLabelText(text("settings:ai.key"), { selector: "input" }), "sk-2");
  await user.click(await screen.findByRole("button", { name: text("settings:ai.save") }));
  await waitFor(() => expect(state.sent).toEqual([{ baseUrl: "https://two.example/v1", apiKey: "sk-2" }]));
});

it("asks before another tab or Back discards a setting", async () => {
  const user = userEvent.setup();
  await renderApp("/settings?tab=email", {
    handlers: [
      ...settingApi("smtp", SAVED).handlers,
      on("get", `${O}/inbound-messages`, () => ({ items: [], total: 0 })),
    ],
  });
  const username = () => screen.findByLabelText<HTMLInputElement>(text("email:smtp.username"));
  await user.type(await username(), "-team");
  await user.click(await screen.findByText(text("settings:tab.mailbox")));
  await keepEditing();
  expect((await username()).value).toBe("hr-team");
  await user.click(await screen.findByText(text("settings:tab.mailbox")));
  await discard();
  await user.type(await screen.findByLabelText(text("settings:mailbox.host")), "imap");
  await user.click(await screen.findByText(text("settings:tab.ai")));
  await discard();
  await user.type(await screen.findByLabelText(text("settings:ai.model")), "x");
  await user.click(await screen.findByText(text("settings:tab.status")));
  await keepEditing();
});

it("shows a colleague's AI setting beside one's own instead of overwriting it", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("ai", aiSettings({ modelName: "first" }));
  await renderApp("/settings?tab=ai", { handlers });
  await user.type(await screen.findByLabelText(text("settings:ai.model")), "-mine");
  state.saved = { ...state.saved, modelName: "theirs" };
  await user.click(await screen.findByRole("button", { name: text("settings:ai.save") }));
  expect(await screen.findByText("theirs")).toBeDefined();
  expect(state.sent).toEqual([]);
});

it("says that a budget without a price stops nothing, and that one of 0 allows nothing", async () => {
  const inert = aiSettings({ monthlyBudget: 20, budgetState: "ok", isPriceKnown: false });
  const { unmount } = await renderApp("/settings?tab=ai", { handlers: settingApi("ai", inert).handlers });
  expect(await screen.findByText(text("settings:ai.budget_without_price"))).toBeTruthy();
  unmount();
  const nothing = aiSettings({ monthlyBudget: 0, budgetState: "spent", isPriceKnown: false });
  await renderApp("/settings?tab=ai", { handlers: settingApi("ai", nothing).handlers });
  expect(await screen.findByText(text("settings:ai.budget_nothing"))).toBeTruthy();
  expect(screen.queryByText(text("settings:ai.budget_without_price"))).toBeNull();
});

it("says that the provider answered where the test failed for its answer", async () => {
  const user = userEvent.setup();
  const codes = ["ai.key_refused", "ai.timeout"] as const;
  let asked = 0;
  const test = on("post", `${O}/settings/ai/test`, () => {
    const usage = { requests: 1, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, reasoning_tokens: 0 };
    const code = codes[asked] ?? null;
    asked += 1;
    return { ok: false, code, latency_ms: 10, works: null, is_prompt_cut: false, usage };
  });
  await renderApp("/settings?tab=ai", { handlers: [test, ...settingApi("ai", aiSettings({})).handlers] });
  await user.click(await screen.findByRole("button", { name: text("settings:ai.test") }));
  expect(await screen.findByText(text("settings:ai.test_refused"))).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: text("settings:ai.test") }));
  expect(await screen.findByText(text("settings:ai.test_failed"))).toBeTruthy();
});

it("says what each fault of the provider means and what to do next", async () => {
  const user = userEvent.setup();
  const reasons = [
    "key_refused",
    "model_unknown",
    "quota",
    "context_too_long",
    "content_filtered",
    "answer_unusable",
    "timeout",
    "unreachable",
    "host_unknown",
    "host_forbidden",
    "certificate_invalid",
  ] as const;
  let asked = 0;
  const test = on("post", `${O}/settings/ai/test`, () => {
    const usage = { requests: 1, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, reasoning_tokens: 0 };
    const code = `ai.${reasons[asked] ?? "quota"}` as const;
    asked += 1;
    return { ok: false, code, latency_ms: 10, works: null, is_prompt_cut: false, usage };
  });
  await renderApp("/settings?tab=ai", { handlers: [test, ...settingApi("ai", aiSettings({})).handlers] });
  for (const reason of reasons) {
    await user.click(await screen.findByRole("button", { name: text("settings:ai.test") }));
    expect(await screen.findByText(text(`settings:ai.reason.${reason}`))).toBeTruthy();
  }
});

it("says until when the provider's limit lasts, and resumes earlier", async () => {
  const user = userEvent.setup();
  const { state, handlers } = settingApi("ai", aiSettings({ waitsUntil: "2026-03-01T08:00:00Z" }));
  const resume = on("post", `${O}/ai/resume`, () => {
    state.saved = aiSettings({});
    return { retried: 2 };
  });
  await renderApp("/settings?tab=ai", { handlers: [resume, ...handlers] });
  expect(await screen.findByText(text("settings:ai.waits_hint"))).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: text("settings:ai.resume") }));
  await waitFor(() => expect(screen.queryByText(text("settings:ai.waits_hint"))).toBeNull());
});
