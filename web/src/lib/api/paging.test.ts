import { expect, it } from "vitest";
import { fetchAllPages } from "./paging";

/** A list of `count` items that reports this total. */
function list(count: number, reported: { total: number; total_is_estimate?: boolean }) {
  const asked: number[] = [];
  const page = (limit: number, offset: number) => {
    asked.push(offset);
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => offset + at);
    return Promise.resolve({ items, ...reported });
  };
  return { asked, page };
}

it("reads all pages up to the total", async () => {
  const { asked, page } = list(450, { total: 450 });
  expect(await fetchAllPages(page)).toHaveLength(450);
  expect(asked).toEqual([0, 200, 400]);
});

it("stops at an exact total", async () => {
  const { asked, page } = list(400, { total: 400 });
  expect(await fetchAllPages(page)).toHaveLength(400);
  expect(asked).toEqual([0, 200]);
});

it("continues past an estimated total", async () => {
  const { asked, page } = list(1201, { total: 1200, total_is_estimate: true });
  expect(await fetchAllPages(page)).toHaveLength(1201);
  expect(asked.at(-1)).toBe(1200);
});

it("ends at a short page", async () => {
  const { page } = list(390, { total: 400 });
  expect(await fetchAllPages(page)).toHaveLength(390);
});
