import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useLastPage } from "./useLastPage";

function turn(page: number, items: number, total: number, isPlaceholderData = false) {
  const onPage = vi.fn();
  const query = { data: { items: Array.from({ length: items }), total }, isPlaceholderData };
  const { result } = renderHook(() => useLastPage({ query, page, pageSize: 20, onPage }));
  return { isLeaving: result.current, turned: onPage.mock.calls };
}

it("leaves a page behind the last one", () => {
  expect(turn(3, 0, 40)).toEqual({ isLeaving: true, turned: [[2]] });
});

it("waits while the last page loads", () => {
  expect(turn(2, 0, 40, true)).toEqual({ isLeaving: true, turned: [] });
});

it("stays on a page with entries and in an empty list", () => {
  expect(turn(2, 1, 21)).toEqual({ isLeaving: false, turned: [] });
  expect(turn(1, 0, 0)).toEqual({ isLeaving: false, turned: [] });
});
