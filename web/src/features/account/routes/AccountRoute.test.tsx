// The account page: every section is saved by the same kind of button, and the time zone is found by people's names.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { RequestHandler } from "msw";
import { expect, it } from "vitest";
import { profile, session } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const open = (...handlers: RequestHandler[]) =>
  renderApp("/account", { handlers: [...handlers, on("get", "/api/auth/sessions", () => paged([]))] });

const section = (title: string) => screen.findByRole("region", { name: text(title) });

it("saves each section by a primary button that waits for a change", async () => {
  const user = userEvent.setup();
  await open();
  for (const [title, label, change] of [
    ["account:profile.title", "account:profile.save", "account:profile.full_name"],
    ["user:about", "user:save", "user:job_title"],
    ["user:preferences", "user:save", "user:candidate_updates"],
    ["account:password.title", "account:password.save", "account:password.new"],
  ] as const) {
    const part = within(await section(title));
    const save = await part.findByRole("button", { name: text(label) });
    expect(save.className, title).toContain("ant-btn-primary");
    await waitFor(() => expect(save.hasAttribute("disabled"), title).toBe(true));
    const field = await part.findByLabelText(text(change));
    if (field instanceof HTMLInputElement) await user.type(field, " Lin");
    else await user.click(field);
    await waitFor(() => expect(save.hasAttribute("disabled"), title).toBe(false));
  }
});

it("takes the name from another device, keeps a typed one, and shows both before overwriting", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let elsewhere = session();
  await open(
    on("get", "/api/auth/session", () => elsewhere),
    on("patch", "/api/auth/user", ({ body }) => {
      sent.push(body);
      return session();
    }),
  );
  const part = within(await section("account:profile.title"));
  const field = await part.findByLabelText(text("account:profile.full_name"));
  await user.type(field, " Lin");
  elsewhere = { ...session(), user: { ...session().user, full_name: "Changed Elsewhere" } };
  await user.click(await part.findByRole("button", { name: text("account:profile.save") }));
  expect(await part.findByText("Changed Elsewhere")).toBeDefined();
  expect(sent).toEqual([]);
  await user.click(await part.findByRole("button", { name: text("common:conflict.use_theirs") }));
  expect((field as HTMLInputElement).value).toBe("Changed Elsewhere");
});

it("finds a time zone by its IANA name or a place, and sends the IANA name", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await open(
    on("get", "/api/me/profile", () => profile({ timezone: "Asia/Tokyo" })),
    on("put", "/api/me/profile", ({ body }) => {
      sent.push(body);
      return profile({ timezone: "America/New_York" });
    }),
  );
  const about = within(await section("user:about"));
  await about.findByTitle("Tokyo, Japan · UTC+9");
  const field = await about.findByRole("combobox", { name: text("user:timezone") });
  await user.click(field);
  await user.type(field, "europe/ber");
  await screen.findByTitle(/^Berlin, Germany · UTC\+[12]$/u);
  await user.clear(field);
  await user.type(field, "new york");
  await user.click(await screen.findByTitle(/^New York · UTC-[45]$/u));
  await user.click(await about.findByRole("button", { name: text("user:save") }));
  await waitFor(() => expect(sent).toMatchObject([{ timezone: "America/New_York" }]));
});

it("deletes the account after its address is typed, and says why it can't", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let isLastOwner = true;
  await open(
    on("delete", "/api/auth/user", ({ body }) => {
      sent.push(body);
      return isLastOwner ? problem(409, "member.last_owner") : empty();
    }),
  );
  await user.click(await screen.findByRole("button", { name: text("account:delete.open") }));
  const dialog = within(await screen.findByRole("dialog", { name: text("account:delete.ask") }));
  const confirm = await dialog.findByRole("button", { name: text("account:delete.confirm") });
  expect(confirm.hasAttribute("disabled")).toBe(true);
  const { email } = session().user;
  await user.type(await dialog.findByLabelText(text("account:delete.type_email", { email })), email);
  await user.type(await dialog.findByLabelText(text("account:email.password")), "old secret");
  await user.click(confirm);
  expect(await dialog.findByText(text("errors:member.last_owner"))).toBeDefined();
  isLastOwner = false;
  await user.click(await dialog.findByRole("button", { name: new RegExp(text("account:delete.confirm")) }));
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(sent).toEqual([{ current_password: "old secret" }, { current_password: "old secret" }]);
});

it("sends a link to a new address, and says beside the field why it can't", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await open(
    on("post", "/api/auth/user/email", ({ body }) => {
      sent.push(body);
      const errors = [{ field: "current_password", code: "auth.current_password_wrong" }];
      return sent.length === 1 ? problem(422, "request.invalid", { errors }) : empty();
    }),
  );
  const part = within(await section("account:email.title"));
  await user.type(await part.findByLabelText(text("account:email.new")), "new@example.com");
  await user.type(await part.findByLabelText(text("account:email.password")), "secret");
  await user.click(await part.findByRole("button", { name: text("account:email.send") }));
  expect(await part.findByText(text("errors:auth.current_password_wrong"))).toBeDefined();
  await user.click(await part.findByRole("button", { name: new RegExp(text("account:email.send")) }));
  expect(await part.findByText(text("account:email.sent", { email: "new@example.com" }))).toBeDefined();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ email: "new@example.com", current_password: "secret" });
});
