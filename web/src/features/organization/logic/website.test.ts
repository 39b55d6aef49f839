import { describe, expect, it } from "vitest";
import { isWebsite, normalizeWebsite } from "./website";

describe("a website", () => {
  it.each([
    ["yunfan.example", "https://yunfan.example"],
    [" http://yunfan.example/zh ", "http://yunfan.example/zh"],
    ["", ""],
  ])("normalizes %j to %j", (typed, website) => {
    expect(normalizeWebsite(typed)).toBe(website);
    expect(isWebsite(typed)).toBe(true);
  });
  it.each(["javascript:alert(1)", "yunfan", "ftp://yunfan.example", "https://"])("rejects %j", (typed) => {
    expect(isWebsite(typed)).toBe(false);
  });
});
