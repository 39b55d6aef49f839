import { expect, it } from "vitest";
import { keepsPassword } from "./keptPassword";

it("keeps a password for the same host and port unless the encryption is weaker", () => {
  const saved = { host: "smtp.acme.example", port: 587, security: "starttls" } as const;
  expect(keepsPassword(saved, saved)).toBe(true);
  expect(keepsPassword(saved, { ...saved, security: "tls" })).toBe(true);
  expect(keepsPassword(saved, { ...saved, security: "plain" })).toBe(false);
  expect(keepsPassword(saved, { ...saved, port: 25 })).toBe(false);
  expect(keepsPassword(saved, { ...saved, host: "mail.acme.example" })).toBe(false);
});
