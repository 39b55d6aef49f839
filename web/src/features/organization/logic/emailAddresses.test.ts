import { describe, expect, it } from "vitest";
import { parseEmailAddresses } from "./emailAddresses";

describe("parseEmailAddresses", () => {
  it("splits addresses by any separator without duplicates", () => {
    expect(
      parseEmailAddresses("lin@yunfan.example, Chen@yunfan.example；wang@yunfan.example\nlin@yunfan.example  z@a.id"),
    ).toEqual({
      good: ["lin@yunfan.example", "chen@yunfan.example", "wang@yunfan.example", "z@a.id"],
      bad: [],
    });
  });
  it("parses recipients in mail program format", () => {
    expect(parseEmailAddresses("林悦 <lin@yunfan.example>; Budi Santoso <budi@nusantara.id>").good).toEqual([
      "lin@yunfan.example",
      "budi@nusantara.id",
    ]);
  });
  it("lists invalid addresses", () => {
    expect(parseEmailAddresses("lin@yunfan, budi").bad).toEqual(["lin@yunfan", "budi"]);
    expect(parseEmailAddresses(" ,\n ")).toEqual({ good: [], bad: [] });
  });
});
