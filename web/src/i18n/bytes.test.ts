import { expect, it } from "vitest";
import { bytesIn } from "./bytes";

it.each([
  ["en-US", 187, "187 bytes"],
  ["en-US", 1, "1 byte"],
  ["zh-CN", 187, "187字节"],
  ["id-ID", 187, "187 byte"],
  ["en-US", 18 * 1024 ** 2, "18 MB"],
])("writes in %s a size of %d", (language, bytes, expected) => {
  expect(bytesIn(language, bytes)).toBe(expected);
});
