import { describe, expect, it } from "vitest";
import { parseToken } from "./token";

describe("parseToken", () => {
  it.each([
    ["type=signup&token_hash=x", { type: "signup", token_hash: "x" }],
    ["token_hash=x", null],
    ["type=signup", null],
    ["type=unheard-of&token_hash=x", null],
  ])("parses %j as %j", (search, token) => expect(parseToken(new URLSearchParams(search))).toEqual(token));

  it("uses the page's default kind when the link has none", () => {
    expect(parseToken(new URLSearchParams("token_hash=x"), "recovery")).toEqual({ type: "recovery", token_hash: "x" });
  });
});
