// What tests of unsaved forms share: the question before discarding, and a role that changes meanwhile.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { RequestHandler } from "msw";
import type { Permission } from "@/lib/api/types";
import { membership } from "./fixtures";
import { on, paged } from "./server";
import { text } from "./texts";

/** Presses a button of the question before discarding, which has no name of its own here: all dialogs share one id. */
async function answer(name: string): Promise<void> {
  const dialog = await waitFor(() => {
    const asking = screen.getAllByRole("dialog").find((one) => one.textContent?.includes(text("common:leave.title")));
    if (!asking) throw new Error("Nothing asks before discarding.");
    return asking;
  });
  await userEvent.click(await within(dialog).findByRole("button", { name }));
}

/** Expects the question before discarding, and keeps the changes. */
export const keepEditing = (): Promise<void> => answer(text("common:leave.stay"));

/** Expects the question before discarding, and discards the changes. */
export const discard = (): Promise<void> => answer(text("common:leave.leave"));

/** A membership that can lose permissions while a page is open. */
export function changingRole(): { handler: RequestHandler; lose: (...lost: Permission[]) => void } {
  let mine = membership();
  return {
    handler: on("get", "/api/me/organizations", () => paged([mine])),
    lose: (...lost) => {
      mine = { ...mine, permissions: mine.permissions.filter((one) => !lost.some((permission) => permission === one)) };
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
    },
  };
}
