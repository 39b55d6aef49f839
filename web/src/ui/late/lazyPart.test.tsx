import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n/i18n";
import { setTextLanguage, text } from "@/testing/texts";
import { lazyPart } from "./lazyPart";
import type { PartPlace } from "./PartNotice";

const fails = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const loads = async () => ({ default: ({ name }: { name: string }) => <p>{name}</p> });

/** A page with something typed beside a part that is opened late. */
function showPage(load: typeof loads, place?: PartPlace): HTMLElement {
  const Part = lazyPart(load, place);
  render(
    <>
      <input aria-label="note" />
      <Suspense>
        <Part name="Criteria" />
      </Suspense>
    </>,
  );
  return screen.getByRole("textbox");
}

beforeEach(async () => {
  localStorage.setItem("language", "en-US");
  await setTextLanguage("en-US");
  await startI18n();
});

it("fails inside itself, keeps what was typed, and loads on request", async () => {
  const load = vi.fn<typeof loads>(fails);
  const note = showPage(load);
  await userEvent.type(note, "calls on Monday");
  expect(await screen.findByText(text("common:late.failed"))).toBeTruthy();
  load.mockImplementation(loads);
  await userEvent.click(await screen.findByRole("button", { name: text("common:action.retry") }));
  expect(await screen.findByText("Criteria")).toBeTruthy();
  expect((note as HTMLInputElement).value).toBe("calls on Monday");
});

it("loads by itself once the connection is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<typeof loads>(fails);
  showPage(load);
  expect(await screen.findByText(text("common:late.offline"))).toBeTruthy();
  load.mockImplementation(loads);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Criteria")).toBeTruthy();
});

it("waits in the background for the connection without a notice", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<typeof loads>(fails);
  showPage(load, "background");
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await act(async () => {});
  expect(screen.queryByRole("alert")).toBeNull();
  load.mockImplementation(loads);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Criteria")).toBeTruthy();
});

it("offers to reload after an upgrade of the server", async () => {
  const entry = document.createElement("script");
  entry.type = "module";
  entry.src = "/assets/index-1.js";
  document.head.append(entry);
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/index-2.js"></script>'));
  showPage(fails);
  expect(await screen.findByText(text("common:late.new_version"))).toBeTruthy();
  expect(screen.getByRole("button", { name: text("common:late.reload") })).toBeTruthy();
  entry.remove();
});

it("leaves faults of the part itself to the page", async () => {
  const silent = vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = lazyPart(async () => ({
    default: (): never => {
      throw new TypeError("a fault");
    },
  }));
  await expect(Promise.resolve(act(async () => void render(<Broken />)))).rejects.toThrow("a fault");
  silent.mockRestore();
});
