import { describe, expect, it } from "vitest";
import { sanitise, withoutFetches, withoutSymbols } from "./docx";

function clean(html: string): string {
  const root = document.createElement("div");
  root.innerHTML = html;
  sanitise(root);
  return root.innerHTML;
}

describe("a stranger's document", () => {
  it("runs nothing", () => {
    expect(clean('<p onclick="alert(1)">a</p><script>alert(1)</script><iframe srcdoc="x"></iframe>')).toBe("<p>a</p>");
  });

  it("fetches nothing and leads nowhere", () => {
    expect(clean('<a href="https://example.org/track">Portfolio</a><img src="https://example.org/pixel.png">')).toBe(
      "<a>Portfolio</a><img>",
    );
    expect(
      withoutFetches('@import "https://example.org/a.css"; p { background: url(https://example.org/b.png) }'),
    ).toBe(" p { background: none }");
  });

  it("keeps its own pictures and fonts", () => {
    expect(clean('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA">');
    expect(withoutFetches("src: url(data:font/ttf;base64,AAAA)")).toBe("src: url(data:font/ttf;base64,AAAA)");
  });
});

describe("withoutSymbols", () => {
  it("replaces the bullets of Symbol and Wingdings by characters every font draws", () => {
    expect(withoutSymbols("\uf0b7 Rust \uf0a7 Go \uf0d8 SQL \uf099")).toBe("• Rust ▪ Go ➢ SQL •");
  });
});
