import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { membership, organization } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { text } from "@/testing/texts";

const notice = text("shell:plan_request.text", { requested: text("common:plan.pro"), plan: text("common:plan.free") });
const requesting = organization({ subscription_tier: "free", requested_plan: "pro" });

it("says that the operator grants the plan until it is dismissed, also after a reload", async () => {
  const user = userEvent.setup();
  const { unmount } = await renderApp("/welcome", { membership: membership({ organization: requesting }) });
  await screen.findByText(notice);
  await user.click(await screen.findByRole("button", { name: text("shell:plan_request.dismiss") }));
  expect(screen.queryByText(notice)).toBeNull();
  unmount();
  await renderApp("/welcome", { membership: membership({ organization: requesting }) });
  await screen.findByRole("main");
  expect(screen.queryByText(notice)).toBeNull();
});

it("says nothing to members who cannot manage the organization or without a request", async () => {
  const member = membership({ role: "viewer", permissions: ["dashboard:view"], organization: requesting });
  const { unmount } = await renderApp("/welcome", { membership: member });
  await screen.findByRole("main");
  expect(screen.queryByText(notice)).toBeNull();
  unmount();
  await renderApp("/welcome", {});
  await screen.findByRole("main");
  expect(screen.queryByText(notice)).toBeNull();
});
