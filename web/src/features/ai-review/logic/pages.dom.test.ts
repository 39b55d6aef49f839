import { beforeEach, describe, expect, it } from "vitest";
import { pageAt, pageRange, readPageSize, storePageSize } from "./pages";

const DAY = 24 * 60 * 60_000;

beforeEach(() => localStorage.clear());

describe("the page size", () => {
  it("is kept for a day, and defaults to a single list", () => {
    expect(readPageSize(0)).toBeNull();
    storePageSize(20, 1_000);
    expect(readPageSize(1_000 + DAY - 1)).toBe(20);
    expect(readPageSize(1_000 + DAY)).toBeNull();
    storePageSize(null, 1_000);
    expect(readPageSize(1_001)).toBeNull();
  });
  it("is ignored if stored by another user", () => {
    localStorage.setItem("bole.review.page_size", "7 0");
    expect(readPageSize(1)).toBeNull();
  });
});

describe("pages", () => {
  it("contain the item at an index", () => {
    expect([0, 9, 10, 25, -1].map((index) => pageAt(index, 10))).toEqual([1, 1, 2, 3, 1]);
    expect(pageAt(25, null)).toBe(1);
  });
  it("end with a last page that may be short", () => {
    expect(pageRange(3, 10, 25)).toEqual({ page: 3, pages: 3, from: 20, until: 30 });
    expect(pageRange(9, 10, 25).page).toBe(3);
    expect(pageRange(0, 10, 0)).toEqual({ page: 1, pages: 1, from: 0, until: 10 });
    expect(pageRange(2, null, 25)).toMatchObject({ page: 1, pages: 1, from: 0 });
  });
});
