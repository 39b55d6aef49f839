import { describe, expect, it } from "vitest";
import type { InvitationForMe, Session } from "@/lib/api/types";
import { invitationView } from "./invitation";

const invitation = (changes: Partial<InvitationForMe> = {}) =>
  ({ email: "chen@yunfan.example", status: "pending", has_account: false, ...changes }) as InvitationForMe;
const as = (email: string) => ({ user: { email } }) as Session;

describe("receptionOf", () => {
  it("asks a new user for name and password", () => {
    expect(invitationView(invitation(), null)).toBe("new_user");
  });
  it("asks an existing user to sign in", () => {
    expect(invitationView(invitation({ has_account: true }), null)).toBe("sign_in");
  });
  it("accepts for a user signed in with the address", () => {
    expect(invitationView(invitation({ has_account: true }), as("chen@yunfan.example"))).toBe("process");
  });
  it("stops for a user signed in with another address", () => {
    expect(invitationView(invitation(), as("lin@yunfan.example"))).toBe("other_address");
  });
  it("opens the organization for a user who accepted before", () => {
    expect(invitationView(invitation({ status: "accepted" }), as("chen@yunfan.example"))).toBe("enter");
  });
  it.each(["accepted", "declined", "expired"] as const)("is over when it was %s", (status) => {
    expect(invitationView(invitation({ status }), null)).toBe(status);
  });
});
