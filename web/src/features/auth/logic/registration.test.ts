import { describe, expect, it } from "vitest";
import { registrationStep } from "./registration";

const START = { signedIn: false, mailSent: false, wentBack: false };

describe("stepOf", () => {
  it("begins with the account", () => {
    expect(registrationStep(START)).toBe("account");
  });
  it("waits for the mail once it is sent", () => {
    expect(registrationStep({ ...START, mailSent: true })).toBe("verification");
  });
  it("goes on to the organization when signing in works", () => {
    expect(registrationStep({ ...START, mailSent: true, signedIn: true })).toBe("organization");
  });
  it("goes straight to the organization where no mail is sent", () => {
    expect(registrationStep({ ...START, signedIn: true })).toBe("organization");
  });
  it("goes back to the account and not to the mail", () => {
    expect(registrationStep({ signedIn: true, mailSent: true, wentBack: true })).toBe("account");
  });
  it("begins again when the session ends", () => {
    expect(registrationStep({ ...START, wentBack: true })).toBe("account");
  });
});
