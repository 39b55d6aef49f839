import { describe, expect, it } from "vitest";
import type { InvitationForMe, Session } from "@/lib/api/types";
import { invitationView } from "./invitation";

const invitation = (changes: Partial<InvitationForMe> = {}) =>
  ({ email: "chen@yunfan.example", status: "pending", has_account: false, ...changes }) as InvitationForMe;
const as = (email: string) => ({ user: { email } }) as Session;

describe("invitationView", () => {
  it("asks a new user for name and password", () => {
    expect(invitationView(invitation(), null)).toBe("new_user");
  });
  it("asks an existing user to sign in", () => {
    expect(invitationView(invitation({ has_account: true }), null)).toBe("sign_in");
  });
  it("accepts directly when signed in with the invited address", () => {
    expect(invitationView(invitation({ has_account: true }), as("chen@yunfan.example"))).toBe("process");
  });
  it("stops when signed in with another address", () => {
    expect(invitationView(invitation(), as("lin@yunfan.example"))).toBe("other_address");
  });
  it("opens the organization after an earlier acceptance", () => {
    expect(invitationView(invitation({ status: "accepted" }), as("chen@yunfan.example"))).toBe("enter");
  });
  it.each(["accepted", "declined", "expired"] as const)("ends when the invitation was %s", (status) => {
    expect(invitationView(invitation({ status }), null)).toBe(status);
  });
});
