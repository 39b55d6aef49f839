import { describe, expect, it } from "vitest";
import { slugOf } from "./slug";

describe("slugOf", () => {
  it.each([
    ["Nusantara Digital", "nusantara-digital"],
    ["Café & Söhne", "cafe-sohne"],
    ["云帆科技 Yunfan", "yunfan"],
    ["云帆科技", ""],
    ["--a--b--", "a-b"],
  ])("turns %j into %j", (name, slug) => expect(slugOf(name)).toBe(slug));

  it("keeps a trailing hyphen while typing", () => {
    expect(slugOf("acme-", true)).toBe("acme-");
  });
});
