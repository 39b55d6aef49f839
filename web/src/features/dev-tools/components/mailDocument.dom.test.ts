import { expect, it } from "vitest";
import { mailDocument } from "./mailDocument";

it("removes scripts, remote content and links from an email", () => {
  const shown = mailDocument(
    `<base href="https://evil.example"><script>alert(1)</script><form action="/x"><input></form>
     <a href="javascript:alert(1)">Open</a><p>Hello</p>`,
  );
  expect(shown).toContain("<p>Hello</p>");
  expect(shown).toContain("default-src 'none'");
  expect(shown).not.toMatch(/<script|<base|<form|href=/);
});
