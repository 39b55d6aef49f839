import { expect, it } from "vitest";
import { kindOf } from "./kind";

it("knows pictures by their first bytes", async () => {
  const kinds = [
    [0xff, 0xd8, 0xff, 0xe0],
    [0x89, 0x50, 0x4e, 0x47],
    [...new TextEncoder().encode("RIFF1234WEBPVP8 ")],
  ].map((bytes) => kindOf(new Blob([new Uint8Array(bytes)])));
  expect(await Promise.all(kinds)).toEqual(["picture", "picture", "picture"]);
  expect(await kindOf(new Blob(["%PDF-1.4"]))).toBe("pdf");
  expect(await kindOf(new Blob(["plain"]))).toBe("unknown");
});
