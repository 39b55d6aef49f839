// Rows that check permissions only re-render when these change: not with the URL, and not with polling.
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderApp } from "@/testing/renderApp";

const ROWS = 2_000;
const rendered = vi.hoisted(() => ({ rows: 0 }));

// Replaces a screen by one with many rows; the app around it is real.
vi.mock("@/features/guide/routes/GuideRoute", async () => {
  const { memo } = await import("react");
  const { useSearchParams } = await import("react-router");
  const { useCan } = await import("@/entities/session/memberships");
  const { useOrganizationId } = await import("@/entities/session/session");
  const Row = memo(function Row({ index }: { index: number }) {
    rendered.rows += 1;
    const may = useCan("pipeline:move");
    return (
      <li>
        {index} {useOrganizationId()} {String(may)}
      </li>
    );
  });
  return {
    GuideRoute: () => {
      const [params, setParams] = useSearchParams();
      return (
        <>
          <button type="button" onClick={() => setParams({ search: "chen" })}>
            {params.get("search") ?? "search"}
          </button>
          <ul>
            {Array.from({ length: ROWS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are numbers
              <Row key={index} index={index} />
            ))}
          </ul>
        </>
      );
    },
  };
});

it("renders none of 2,000 memoised rows when a search parameter changes", async () => {
  const user = userEvent.setup();
  await renderApp("/guide");
  const button = await screen.findByText("search");
  await act(async () => {});
  const before = rendered.rows;
  expect(before).toBeGreaterThanOrEqual(ROWS);
  await user.click(button);
  await screen.findByText("chen");
  expect(window.location.search).toBe("?search=chen");
  expect(rendered.rows).toBe(before);
});
