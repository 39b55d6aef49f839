import { describe, expect, it } from "vitest";
import { splitLinks, splitParagraphs } from "./preview";

describe("the email preview", () => {
  it("separates paragraphs at blank lines and keeps line breaks", () => {
    expect(splitParagraphs("Dear Wang,\r\n\r\nfirst\nsecond\n \n\nBye\n")).toEqual([
      "Dear Wang,",
      "first\nsecond",
      "Bye",
    ]);
  });
  it("links web addresses without trailing punctuation", () => {
    expect(splitLinks("请点击 https://cal.example/a?b=1。谢谢").filter(({ isLink }) => isLink)).toEqual([
      { text: "https://cal.example/a?b=1", isLink: true },
    ]);
    expect(splitLinks("See https://cal.example/a, please.")[1]?.text).toBe("https://cal.example/a");
  });
  it("links only web addresses", () => {
    expect(splitLinks("javascript:alert(1) mailto:a@b.c <b>x</b>").every(({ isLink }) => !isLink)).toBe(true);
  });
});
