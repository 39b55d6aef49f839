import { describe, expect, it } from "vitest";
import { slugOf } from "./slug";

describe("slugOf", () => {
  it.each([
    ["Nusantara Digital", "nusantara-digital"],
    ["Café & Söhne", "cafe-sohne"],
    ["云帆科技 Yunfan", "yunfan"],
    ["云帆科技", ""],
    ["--a--b--", "a-b"],
  ])("makes %j %j", (name, slug) => expect(slugOf(name)).toBe(slug));

  it("leaves a hyphen at the end while it is being typed", () => {
    expect(slugOf("acme-", true)).toBe("acme-");
  });
});
