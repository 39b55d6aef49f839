import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, use } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { loadTexts, startI18n } from "@/i18n/i18n";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem, server } from "@/testing/server";
import { text } from "@/testing/texts";
import { LoginRoute } from "./LoginRoute";

beforeEach(async () => {
  localStorage.setItem("language", "en-US");
  await startI18n();
  await loadTexts("auth");
});

function Later(props: { promise: Promise<void> }) {
  use(props.promise);
  return null;
}

it("shows the expired session message even if React renders twice", async () => {
  server.use(on("get", "/api/auth/registration", () => ({ open: true })));
  sessionStorage.setItem("bole.expired", "1");
  let arrive = () => {};
  const promise = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Suspense>
            <LoginRoute />
            <Later promise={promise} />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
  await act(async () => arrive());
  expect(await screen.findByText(text("auth:login.expired"))).toBeDefined();
});

it("redirects from registration to sign-in with a message when the session ends", async () => {
  const user = userEvent.setup();
  let ended = false;
  const unauthenticated = () => problem(401, "auth.unauthenticated");
  await renderApp("/register", {
    handlers: [
      on("get", "/api/me/organizations", () => (ended ? unauthenticated() : paged([]))),
      on("get", "/api/me/invitations", () => (ended ? unauthenticated() : paged([]))),
      on("post", "/api/auth/refresh", unauthenticated),
      on("post", "/api/organizations", unauthenticated),
    ],
  });
  await user.type(await screen.findByLabelText(text("common:organization.name")), "Yunfan");
  ended = true;
  await user.click(await screen.findByRole("button", { name: text("common:organization.create") }));
  expect(await screen.findByText(text("auth:login.expired"))).toBeDefined();
  expect(window.location.search).toBe("?next=%2Fregister");
});

it("shows that the reset link was sent in place of the failed sign-in", async () => {
  const user = userEvent.setup();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  await renderApp("/login", {
    session: null,
    handlers: [
      on("post", "/api/auth/sign-in", () => problem(401, "auth.invalid_credentials")),
      on("post", "/api/auth/reset-password", () => empty()),
    ],
  });
  await user.type(await screen.findByLabelText(text("auth:email")), "lin@yunfan.example");
  await user.type(await screen.findByLabelText(text("auth:password")), "wrong password");
  await user.click(await screen.findByRole("button", { name: text("auth:login.submit") }));
  const failed = await screen.findByText(text("auth:login.failed"));
  await user.click(await screen.findByRole("button", { name: text("auth:login.forgot") }));
  await user.click(await screen.findByRole("button", { name: text("auth:forgot.submit") }));
  expect(await screen.findByText(text("auth:forgot.sent"))).toBeDefined();
  expect(failed.isConnected).toBe(false);
});
