import { describe, expect, it } from "vitest";
import { isEmail, isLongEnough } from "./fieldRules";

describe("isEmail", () => {
  it.each(["a@b.cn", " lin.yue@yunfan.com.cn "])("accepts %j", (text) => expect(isEmail(text)).toBe(true));
  it.each(["", "a", "a@b", "a b@c.cn", "@b.cn", "a@@b.cn"])("rejects %j", (text) => expect(isEmail(text)).toBe(false));
});

describe("isLongEnough", () => {
  it("counts characters, not bytes or code units", () => {
    expect(isLongEnough("1234567")).toBe(false);
    expect(isLongEnough("12345678")).toBe(true);
    expect(isLongEnough("🐎🐎🐎🐎")).toBe(false);
  });
});
