import { describe, expect, it } from "vitest";
import type { InvitationForMe, Session } from "@/lib/api/types";
import { receptionOf } from "./invitation";

const invitation = (changes: Partial<InvitationForMe> = {}) =>
  ({ email: "chen@yunfan.example", status: "pending", has_account: false, ...changes }) as InvitationForMe;
const as = (email: string) => ({ user: { email } }) as Session;

describe("receptionOf", () => {
  it("asks somebody new for name and password", () => {
    expect(receptionOf(invitation(), null)).toBe("new_user");
  });
  it("asks somebody known to sign in", () => {
    expect(receptionOf(invitation({ has_account: true }), null)).toBe("sign_in");
  });
  it("goes ahead for whoever is signed in with the address", () => {
    expect(receptionOf(invitation({ has_account: true }), as("chen@yunfan.example"))).toBe("process");
  });
  it("stops for whoever is signed in with another", () => {
    expect(receptionOf(invitation(), as("lin@yunfan.example"))).toBe("other_address");
  });
  it("lets in whoever accepted before", () => {
    expect(receptionOf(invitation({ status: "accepted" }), as("chen@yunfan.example"))).toBe("enter");
  });
  it.each(["accepted", "declined", "expired"] as const)("is over when it was %s", (status) => {
    expect(receptionOf(invitation({ status }), null)).toBe(status);
  });
});
