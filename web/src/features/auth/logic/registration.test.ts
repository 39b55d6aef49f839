import { describe, expect, it } from "vitest";
import { registrationStep } from "./registration";

const START = { signedIn: false, mailSent: false, wentBack: false };

describe("registrationStep", () => {
  it("starts with the account", () => {
    expect(registrationStep(START)).toBe("account");
  });
  it("waits for confirmation after the email is sent", () => {
    expect(registrationStep({ ...START, mailSent: true })).toBe("verification");
  });
  it("continues with the organization once sign-in works", () => {
    expect(registrationStep({ ...START, mailSent: true, signedIn: true })).toBe("organization");
  });
  it("continues with the organization when no email is sent", () => {
    expect(registrationStep({ ...START, signedIn: true })).toBe("organization");
  });
  it("returns to the account instead of the email", () => {
    expect(registrationStep({ signedIn: true, mailSent: true, wentBack: true })).toBe("account");
  });
  it("restarts when the session ends", () => {
    expect(registrationStep({ ...START, wentBack: true })).toBe("account");
  });
});
