import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { memo } from "react";
import { createMemoryRouter, RouterProvider, useSearchParams } from "react-router";
import { expect, it } from "vitest";
import { useCan } from "@/entities/session/memberships";
import { SESSION_QUERY_KEY, useOrganizationId } from "@/entities/session/session";
import type { Membership, Session } from "@/lib/api/types";
import { RequireSession } from "./RequireSession";

const ROWS = 2_000;

function signedIn(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const session = { user: { id: "u1", email: "lin@yunfan.example" }, expires_at: "2099-01-01T00:00:00Z" } as Session;
  const membership = {
    id: "m1",
    organization: { id: "o1", name: "Yunfan" },
    role: "recruiter",
    pages: ["pipeline"],
    permissions: ["pipeline:move"],
  } as unknown as Membership;
  client.setQueryData(SESSION_QUERY_KEY, session);
  client.setQueryData(["get", "/api/me/organizations", {}], { items: [membership], total: 1 });
  client.setQueryData(["get", "/api/me/invitations", {}], { items: [], total: 0 });
  return client;
}

it("renders none of 2,000 memoised rows when a search parameter changes", async () => {
  let rendered = 0;
  const Row = memo(function Row({ id }: { id: number }) {
    rendered += 1;
    return <li>{`${id} ${useOrganizationId()} ${useCan("pipeline:move")}`}</li>;
  });
  const ids = Array.from({ length: ROWS }, (_, id) => id);
  function Board() {
    const [params, setParams] = useSearchParams();
    return (
      <>
        <button type="button" onClick={() => setParams({ search: "lin" })}>
          {params.get("search") ?? "none"}
        </button>
        <ul>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      </>
    );
  }
  const router = createMemoryRouter(
    [
      {
        element: <RequireSession />,
        children: [
          { path: "/", element: null },
          { path: "/welcome", element: <Board /> },
        ],
      },
    ],
    { initialEntries: ["/welcome"] },
  );
  render(
    <QueryClientProvider client={signedIn()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect((await screen.findByText("none")).tagName).toBe("BUTTON");
  expect(rendered).toBe(ROWS);

  act(() => screen.getByRole("button").click());
  expect(await screen.findByText("lin")).toBeTruthy();
  expect(rendered).toBe(ROWS);
});
