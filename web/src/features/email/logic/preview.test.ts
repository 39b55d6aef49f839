import { describe, expect, it } from "vitest";
import { splitLinks, splitParagraphs } from "./preview";

describe("the preview of a letter", () => {
  it("parts paragraphs at blank lines and keeps single line breaks", () => {
    expect(splitParagraphs("Dear Wang,\r\n\r\nfirst\nsecond\n \n\nBye\n")).toEqual([
      "Dear Wang,",
      "first\nsecond",
      "Bye",
    ]);
  });
  it("follows web addresses without the sentence's punctuation", () => {
    expect(splitLinks("请点击 https://cal.example/a?b=1。谢谢").filter(({ isLink }) => isLink)).toEqual([
      { text: "https://cal.example/a?b=1", isLink: true },
    ]);
    expect(splitLinks("See https://cal.example/a, please.")[1]?.text).toBe("https://cal.example/a");
  });
  it("follows nothing but web addresses", () => {
    expect(splitLinks("javascript:alert(1) mailto:a@b.c <b>x</b>").every(({ isLink }) => !isLink)).toBe(true);
  });
});
