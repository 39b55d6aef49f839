import { describe, expect, it } from "vitest";
import { stepOf } from "./registration";

const nobody = { signedIn: false, mailSent: false, wentBack: false };

describe("stepOf", () => {
  it("begins with the account", () => {
    expect(stepOf(nobody)).toBe("account");
  });
  it("waits for the mail once it is sent", () => {
    expect(stepOf({ ...nobody, mailSent: true })).toBe("verification");
  });
  it("goes on to the organization when signing in works", () => {
    expect(stepOf({ ...nobody, mailSent: true, signedIn: true })).toBe("organization");
  });
  it("goes straight to the organization where no mail is sent", () => {
    expect(stepOf({ ...nobody, signedIn: true })).toBe("organization");
  });
  it("goes back to the account and not to the mail", () => {
    expect(stepOf({ signedIn: true, mailSent: true, wentBack: true })).toBe("account");
  });
  it("begins again when the session ends", () => {
    expect(stepOf({ ...nobody, wentBack: true })).toBe("account");
  });
});
