import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http } from "msw";
import { expect, it, vi } from "vitest";
import { idOf, job, membership, ORGANIZATION_ID, profile } from "@/testing/fixtures";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem } from "@/testing/server";
import { text } from "@/testing/texts";

const O = "/api/organizations/{organization_id}";

function palette() {
  const asked: string[] = [];
  const handlers = [
    on("get", "/api/auth/sessions", () => paged([])),
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/people`, ({ query }) => {
      asked.push(query.get("search") ?? "");
      return paged([{ id: idOf(500), name: "Chen Siyuan", current_company: "Yunfan" }]);
    }),
  ];
  return { asked, handlers };
}

async function open(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByRole("main");
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: text("shell:palette.search") });
  await waitFor(() => expect(document.activeElement).toBe(field));
}

it("finds candidates and jobs on the server and opens one by keyboard", async () => {
  const user = userEvent.setup();
  const api = palette();
  await renderApp("/jobs", { handlers: api.handlers });
  await open(user);
  // Pasted, because a pause between two letters would start another search.
  await user.paste("chen");
  const found = await screen.findByRole("option", { name: /Chen Siyuan/ });
  expect(found.getAttribute("aria-selected")).toBe("true");
  expect(api.asked).toEqual(["chen"]);
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getAllByRole("option", { selected: true })[0]?.textContent).toContain(job().title));
  await user.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(window.location.pathname).toBe(`/candidate/${idOf(500)}`));
  await waitFor(() => expect(screen.queryByRole("combobox", { name: text("shell:palette.search") })).toBeNull());
});

it("offers only the pages and actions allowed by the role", async () => {
  const user = userEvent.setup();
  const api = palette();
  const limited = membership({ role: "viewer", pages: ["dashboard"], permissions: ["dashboard:view"] });
  await renderApp("/account", { handlers: api.handlers, membership: limited });
  await open(user);
  const list = await screen.findByRole("listbox", { name: text("shell:palette.title") });
  const names = (await within(list).findAllByRole("option")).map((option) => option.textContent ?? "");
  expect(names).toContain(text("shell:nav.dashboard"));
  expect(names).not.toContain(text("shell:nav.pipeline"));
  expect(names).not.toContain(text("shell:palette.new_job"));
  expect(names).not.toContain(text("shell:palette.rank_pool"));
  expect(names).toContain(text("shell:palette.sign_out"));
  await user.keyboard("chen");
  expect(api.asked).toEqual([]);
});

it("opens the ranking of the talent pool from anywhere", async () => {
  const user = userEvent.setup();
  const api = palette();
  const pool = on("get", `${O}/talent-pool`, () => paged([]));
  await renderApp("/jobs", { handlers: [pool, ...api.handlers] });
  await open(user);
  await user.paste(text("shell:palette.rank_pool"));
  await user.click(await screen.findByRole("option", { name: text("shell:palette.rank_pool") }));
  await waitFor(() => expect(window.location.pathname).toBe("/talent-pool"));
  expect(await screen.findByText(text("talent-pool:rank.title"))).toBeTruthy();
});

it("opens saved views, and the page to write emails, from anywhere", async () => {
  const user = userEvent.setup();
  const view = (id: number, screen: string, name: string, query: string) => ({
    id: idOf(id),
    screen,
    name,
    query,
    created_at: job().created_at,
  });
  const views = [
    view(901, "pipeline", "Waiting longest", "sort=waiting"),
    view(902, "talent-pool", "Silver medals", "reason=other"),
  ];
  sessionStorage.setItem("bole.job", `${ORGANIZATION_ID} ${job().id}`);
  const api = palette();
  await renderApp("/account", {
    handlers: [
      on("get", `${O}/saved-views`, ({ query }) => paged(views.filter(({ screen }) => screen === query.get("screen")))),
      on("get", `${O}/jobs/{job_id}`, () => job()),
      on("get", `${O}/talent-pool`, () => paged([])),
      ...api.handlers,
    ],
  });
  await open(user);
  await screen.findByRole("option", { name: new RegExp(`Waiting longest.*${text("shell:nav.pipeline")}`) });
  await screen.findByRole("option", { name: text("shell:palette.write_emails") });
  await user.click(await screen.findByRole("option", { name: /Silver medals/ }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe("/talent-pool?reason=other"));
});

it("offers the operations page to operators only", async () => {
  const user = userEvent.setup();
  let is_operator = false;
  const handlers = [on("get", "/api/me/profile", () => profile({ is_operator })), ...palette().handlers];
  const page = await renderApp("/jobs", { handlers });
  await open(user);
  await user.paste(text("shell:account.ops"));
  await screen.findByRole("option", { name: /Chen Siyuan/ });
  expect(screen.queryByRole("option", { name: text("shell:account.ops") })).toBeNull();
  page.unmount();
  is_operator = true;
  await renderApp("/jobs", { handlers });
  await open(user);
  await user.paste(text("shell:account.ops"));
  expect(await screen.findByRole("option", { name: text("shell:account.ops") })).toBeDefined();
});

it("signs out only after asking about a running upload, which it then cancels", async () => {
  const user = userEvent.setup();
  let isAway = true;
  await renderApp("/jobs", {
    handlers: [
      on("post", "/api/auth/sign-out", () => (isAway ? problem(503, "server.unavailable") : empty())),
      http.post("*/jobs/:job_id/batches", () => delay("infinite")),
      ...palette().handlers,
    ],
  });
  const [{ uploadQueue }, { uploads }] = await Promise.all([
    import("@/features/evaluate/logic/uploadQueue"),
    import("@/entities/batch/uploads"),
  ]);
  const target = { organizationId: ORGANIZATION_ID, jobId: job().id, jobTitle: job().title };
  uploadQueue.add(["a.zip", "b.zip"].map((name) => ({ ...target, file: new File(["x"], name) })));
  const signOut = async () => {
    await open(user);
    await user.paste(text("shell:palette.sign_out"));
    await user.click(await screen.findByRole("option", { name: text("shell:palette.sign_out") }));
    const question = await screen.findByText(text("shell:account.sign_out_uploading"));
    const dialog = question.closest<HTMLElement>('[role="dialog"]') as HTMLElement;
    const buttons = await within(dialog).findAllByRole("button");
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(question.isConnected).toBe(false));
  };
  await signOut();
  expect(await screen.findByText(text("errors:server.unavailable"))).toBeTruthy();
  expect([uploads.all().length, uploadQueue.all().length]).toEqual([1, 1]);
  isAway = false;
  await signOut();
  await waitFor(() => expect([uploads.all(), uploadQueue.all()]).toEqual([[], []]));
});

it.each(["phones", "wide screens"])("opens from a button on %s", async (screens) => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        matches: (screens === "phones" && media === "(max-width: 767px)") || media.includes("prefers-reduced-motion"),
        media,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  const user = userEvent.setup();
  const api = palette();
  await renderApp("/jobs", { handlers: api.handlers });
  await user.click(await screen.findByRole("button", { name: text("shell:palette.title") }));
  await screen.findByRole("combobox", { name: text("shell:palette.search") });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: text("shell:palette.search") })).toBeNull());
});
