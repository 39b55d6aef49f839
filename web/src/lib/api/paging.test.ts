import { expect, it } from "vitest";
import { fetchAllPages, type PageAt } from "./paging";

const offsetOf = (at: PageAt) => ("offset" in at ? at.offset : Number.NaN);
const row = (at: number) => ({ id: `row ${at}` });

/** A list of `count` items that reports this total. */
function list(count: number, reported: { total: number; total_is_estimate?: boolean }) {
  const asked: number[] = [];
  const page = (at: PageAt) => {
    const [limit, offset] = [at.limit, offsetOf(at)];
    asked.push(offset);
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => row(offset + at));
    return Promise.resolve({ items, ...reported });
  };
  return { asked, page };
}

it("reads all pages up to the total", async () => {
  const { asked, page } = list(450, { total: 450 });
  expect(await fetchAllPages(page)).toHaveLength(450);
  expect(asked).toEqual([0, 199, 398]);
});

it("stops at an exact total", async () => {
  const { asked, page } = list(200, { total: 200 });
  expect(await fetchAllPages(page)).toHaveLength(200);
  expect(asked).toEqual([0]);
});

it("continues past an estimated total", async () => {
  const { asked, page } = list(1195, { total: 1190, total_is_estimate: true });
  expect(await fetchAllPages(page)).toHaveLength(1195);
  expect(asked.at(-1)).toBe(1194);
});

it("ends at a short page", async () => {
  const { page } = list(390, { total: 400 });
  expect(await fetchAllPages(page)).toHaveLength(390);
});

/** A list that changes once, after its first page was read. */
function changing(before: readonly number[], after: readonly number[]) {
  let rows = before;
  return (at: PageAt) => {
    const items = rows.slice(offsetOf(at), offsetOf(at) + at.limit).map(row);
    const { length: total } = rows;
    rows = after;
    return Promise.resolve({ items, total });
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

it("skips no row when one before it is gone meanwhile", async () => {
  const left = upTo(450).filter((at) => at !== 3);
  expect(await fetchAllPages(changing(upTo(450), left))).toEqual(left.map(row));
});

it("repeats no row when one comes before it meanwhile", async () => {
  const grown = [1_000, ...upTo(450)];
  expect(await fetchAllPages(changing(upTo(450), grown))).toEqual(grown.map(row));
});

it("ends with what it has, each row once, when the list never stands still", async () => {
  let reads = 0;
  const items = await fetchAllPages((at) => {
    reads += 1;
    const rows = [...upTo(reads).map((at) => 10_000 - at), ...upTo(450)].map(row);
    return Promise.resolve({ items: rows.slice(offsetOf(at), offsetOf(at) + at.limit), total: rows.length });
  });
  expect(reads).toBeLessThan(12);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

it("follows cursors, so that rows which come or go between pages are read once or not at all", async () => {
  let rows = upTo(450);
  const asked: PageAt[] = [];
  const items = await fetchAllPages((at) => {
    asked.push(at);
    const after = "cursor" in at ? Number(at.cursor) : -1;
    const ahead = rows.filter((one) => one > after);
    const found = ahead.slice(0, at.limit);
    const total = rows.length;
    rows = rows.filter((one) => one !== 3 && one !== 300);
    const next_cursor = ahead.length > found.length ? String(found.at(-1)) : null;
    return Promise.resolve({ items: found.map(row), total, next_cursor });
  });
  expect(items).toEqual(
    upTo(450)
      .filter((at) => at !== 300)
      .map(row),
  );
  expect(asked).toEqual([
    { limit: 200, offset: 0 },
    { limit: 200, cursor: "199" },
    { limit: 200, cursor: "400" },
  ]);
});
