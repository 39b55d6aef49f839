import { describe, expect, it } from "vitest";
import { splitQuotation } from "./quotation";
import { beside, paramsOf, viewOf } from "./view";

describe("splitQuotation", () => {
  it.each([
    ["Tuesday suits me.", "Tuesday suits me.", ""],
    [
      "Tuesday.\n\nOn Monday, HR wrote:\n> When?\n>\n> Regards\n",
      "Tuesday.",
      "On Monday, HR wrote:\n> When?\n>\n> Regards",
    ],
    ["Tuesday.\n> When?", "Tuesday.", "> When?"],
    ["> When?\nTuesday.", "> When?\nTuesday.", ""],
    ["> When?", "> When?", ""],
    ["Tuesday.\n\n", "Tuesday.\n\n", ""],
    ["", "", ""],
  ])("of %j", (body, text, quoted) => {
    expect(splitQuotation(body)).toEqual({ text, quoted });
  });
});

describe("the address of the inbox", () => {
  it.each([
    { kind: "reply", isDone: false, id: null },
    { kind: "held", isDone: true, id: "1" },
  ] as const)("leads back to %j", (view) => {
    expect(viewOf(new URLSearchParams(paramsOf(view)))).toEqual(view);
  });
  it("shows the replies instead of what it does not know", () => {
    expect(viewOf(new URLSearchParams("kind=other&show=other"))).toEqual({ kind: "reply", isDone: false, id: null });
    expect(paramsOf({ kind: "reply", isDone: false, id: null })).toEqual({});
  });
});

describe("beside", () => {
  const items = [{ id: "a" }, { id: "b" }];
  it("is the neighbour, or the first without one chosen", () => {
    expect(beside(items, "a", 1)?.id).toBe("b");
    expect(beside(items, "b", -1)?.id).toBe("a");
    expect(beside(items, "b", 1)).toBeUndefined();
    expect(beside(items, null, 1)?.id).toBe("a");
    expect(beside([], null, 1)).toBeUndefined();
  });
});
