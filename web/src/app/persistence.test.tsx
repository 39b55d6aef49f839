// Lists stored in the browser: shown before the network answers, then refreshed, and cleared with the session.
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createStore, entries, setMany } from "idb-keyval";
import { beforeEach, expect, it } from "vitest";
import type { Session } from "@/lib/api/types";
import { restoreLists } from "@/lib/persistentCache";
import { idOf, job, session } from "@/testing/fixtures";
import { stubIndexedDb } from "@/testing/indexedDb";
import { renderApp } from "@/testing/renderApp";
import { empty, on, paged, problem, server } from "@/testing/server";
import { text } from "@/testing/texts";

const JOBS = "/api/organizations/{organization_id}/jobs";
const SESSION = "/api/auth/session";

/** Withholds responses until released. */
function held() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** A visit that stores a candidate list in the browser. */
async function visit(): Promise<void> {
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([job({ title: "Night nurse" })]))] });
  await screen.findByText("Night nurse");
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).not.toEqual([]));
}

/** A cold start before any response; `session` is the later answer. */
async function returnTo(session: Session | null) {
  const network = held();
  await renderApp("/jobs", {
    handlers: [
      on("get", SESSION, async () => {
        await network.released;
        return session ?? problem(401, "auth.unauthenticated");
      }),
      on("get", "/api/me/organizations", async () => {
        await network.released;
        return paged([]);
      }),
      on("get", JOBS, async () => {
        await network.released;
        return paged([]);
      }),
    ],
    session,
  });
  return network;
}

beforeEach(stubIndexedDb);

it("preloads the lists of this page and user only", async () => {
  await visit();
  cleanup();
  const restored = async (userId: string | undefined, path: string) => {
    window.history.replaceState(null, "", path);
    const client = new QueryClient();
    await restoreLists(client, userId);
    return client.getQueryCache().getAll();
  };
  const me = session().user.id;
  // What the page showed is stored after the lists.
  const [jobs, ...others] = await waitFor(async () => {
    const lists = await restored(me, "/jobs");
    expect(lists).not.toEqual([]);
    return lists;
  });
  expect(others).toEqual([]);
  expect(JSON.stringify(jobs?.state.data)).toContain("Night nurse");
  // It is asked for again, however fresh it is.
  expect(jobs?.isStale()).toBe(true);
  expect(jobs?.state.isInvalidated).toBe(true);
  expect(await restored(me, "/talent-pool")).toEqual([]);
  expect(await restored(idOf(77), "/jobs")).toEqual([]);
  expect(await restored(undefined, "/jobs")).toEqual([]);
});

it("deletes expired lists at the start", async () => {
  const lists = createStore("bole", "lists");
  const me = session().user.id;
  const list = (name: string, hours: number) => {
    const state = { data: name, dataUpdatedAt: Date.now() - hours * 3_600_000 };
    return { buster: "", queryHash: name, queryKey: ["get", name], state };
  };
  const kept: [string, unknown][] = [
    [`${me} -["get","fresh"]`, list("fresh", 1)],
    [`${me} page /jobs`, ['-["get","fresh"]']],
  ];
  const expired: [string, unknown][] = [
    [`${me} -["get","old"]`, list("old", 3)],
    [`${me} page /talent-pool`, ['-["get","old"]']],
    [`${idOf(77)} -["get","old"]`, list("old", 3)],
  ];
  await setMany([...kept, ...expired], lists);
  await restoreLists(new QueryClient(), me);
  await waitFor(async () => expect(await entries(lists)).toEqual(kept));
});

it("shows the jobs of the last visit before the network answers, then current data", async () => {
  const user = userEvent.setup();
  await renderApp("/jobs", { handlers: [on("get", JOBS, () => paged([job({ title: "Night nurse" })]))] });
  await screen.findByText("Night nurse");
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).not.toEqual([]));
  cleanup();

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await renderApp("/jobs", {
    handlers: [
      on("get", JOBS, async () => {
        await answered;
        return paged([job({ title: "Day nurse" })]);
      }),
    ],
  });
  await screen.findByText("Night nurse");
  answer();
  await screen.findByText("Day nurse");
  await waitFor(() => expect(screen.queryByText("Night nurse")).toBeNull());

  server.use(on("post", "/api/auth/sign-out", () => empty()));
  await user.click(await screen.findByRole("button", { name: /./u, expanded: false }));
  await user.click(await screen.findByRole("button", { name: text("shell:account.sign_out") }));
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).toEqual([]));
});

it("shows the jobs of the last visit before the session is confirmed", async () => {
  await visit();
  cleanup();
  const network = await returnTo(session());
  await screen.findByText("Night nurse");
  network.release();
  await waitFor(() => expect(screen.queryByText("Night nurse")).toBeNull());
});

it("shows nothing of a signed-out user and persists no lists", async () => {
  const user = userEvent.setup();
  await visit();
  server.use(on("post", "/api/auth/sign-out", () => empty()));
  await user.click(await screen.findByRole("button", { name: "Yunfan", expanded: false }));
  await user.click(await screen.findByRole("button", { name: text("shell:account.sign_out") }));
  await screen.findByRole("button", { name: text("auth:login.submit") });
  cleanup();
  const network = await returnTo(null);
  expect(screen.queryByText("Night nurse")).toBeNull();
  network.release();
  await screen.findByRole("button", { name: text("auth:login.submit") });
  await waitFor(async () => expect(await entries(createStore("bole", "lists"))).toEqual([]));
});

it("shows nothing after the cookies are deleted", async () => {
  await visit();
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser deletes them
  document.cookie = "bole_known=; Path=/; Max-Age=0";
  const network = await returnTo(null);
  expect(screen.queryByText("Night nurse")).toBeNull();
  network.release();
  await screen.findByRole("button", { name: text("auth:login.submit") });
  expect(screen.queryByText("Night nurse")).toBeNull();
});

it("clears the previous user's data when another user is signed in", async () => {
  await visit();
  cleanup();
  const other = session();
  const network = await returnTo({ ...other, user: { ...other.user, id: idOf(77) } });
  await screen.findByText("Night nurse");
  network.release();
  await waitFor(() => expect(screen.queryByText("Night nurse")).toBeNull());
  await waitFor(async () =>
    expect(JSON.stringify(await entries(createStore("bole", "lists")))).not.toContain("Night nurse"),
  );
  expect(localStorage.getItem("bole.private.session") ?? "").not.toContain("Yunfan");
});
