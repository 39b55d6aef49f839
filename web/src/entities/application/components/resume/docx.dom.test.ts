import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { docxDocument, sanitise, unpacksToMore, withoutFetches, withoutSymbols } from "./docx";

function clean(html: string): string {
  const root = document.createElement("div");
  root.innerHTML = html;
  sanitise(root);
  return root.innerHTML;
}

describe("an untrusted document", () => {
  it("runs no scripts", () => {
    expect(clean('<p onclick="alert(1)">a</p><script>alert(1)</script><iframe srcdoc="x"></iframe>')).toBe("<p>a</p>");
  });

  it("loads nothing and contains no links", () => {
    expect(clean('<a href="https://example.org/track">Portfolio</a><img src="https://example.org/pixel.png">')).toBe(
      "<a>Portfolio</a><img>",
    );
    expect(
      withoutFetches('@import "https://example.org/a.css"; p { background: url(https://example.org/b.png) }'),
    ).toBe(" p { background: none }");
  });

  it("keeps its embedded pictures and fonts", () => {
    expect(clean('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA">');
    for (const image of [`url("data:image/png;base64,AAAA")`, `url( 'data:image/png;base64,AAAA' )`]) {
      expect(withoutFetches(`background: ${image}`)).toBe(`background: ${image}`);
    }
    for (const remote of [`url("https://example.org/a")`, `url( 'https://example.org/a' )`, "url( //example.org/a)"]) {
      expect(withoutFetches(`background: ${remote}`)).toBe("background: none");
    }
    expect(withoutFetches("src: url(data:font/ttf;base64,AAAA)")).toBe("src: url(data:font/ttf;base64,AAAA)");
  });
});

describe("withoutSymbols", () => {
  it("replaces Symbol and Wingdings bullets with standard characters", () => {
    expect(withoutSymbols("\uf0b7 Rust \uf0a7 Go \uf0d8 SQL \uf099")).toBe("• Rust ▪ Go ➢ SQL •");
  });
});

describe("a file with an excessive unpacked size", () => {
  const picture = (bytes: number) => zipSync({ "word/media/image1.png": new Uint8Array(bytes) });

  it("is measured by its actual unpacked size", () => {
    const packed = picture(1_000_000);
    expect(packed.length).toBeLessThan(10_000);
    expect(unpacksToMore(packed, 999_999)).toBe(true);
    expect(unpacksToMore(packed, 1_000_000)).toBe(false);
  });

  it("is measured correctly whatever size it declares", () => {
    const packed = picture(1_000_000);
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (let at = 0; at + 28 < packed.length; at++) {
      const signature = view.getUint32(at, true);
      if (signature === 0x04034b50) view.setUint32(at + 22, 1, true);
      if (signature === 0x02014b50) view.setUint32(at + 24, 1, true);
    }
    expect(unpacksToMore(packed, 999_999)).toBe(true);
  });

  it("is not rendered", async () => {
    const bomb = new Blob([picture(1_000_000) as BlobPart]);
    await expect(docxDocument(bomb, 999_999)).rejects.toThrow("unpacks to more");
  });
});
