import { describe, expect, it } from "vitest";
import type { Membership } from "@/lib/api/types";
import { currentMembership, storeCurrentOrganization } from "./session";

const memberships = [{ organization: { id: "a" } }, { organization: { id: "b" } }] as Membership[];

describe("currentMembership", () => {
  it("is the first one by default", () => {
    expect(currentMembership(memberships)?.organization.id).toBe("a");
  });
  it("is the remembered one", () => {
    storeCurrentOrganization("b");
    expect(currentMembership(memberships)?.organization.id).toBe("b");
  });
  it("stays the one of this tab when another tab switches", () => {
    storeCurrentOrganization("a");
    localStorage.setItem("bole.organization", "b");
    expect(currentMembership(memberships)?.organization.id).toBe("a");
  });
  it("is the one opened last in a new tab, and where this tab's is gone", () => {
    localStorage.setItem("bole.organization", "b");
    expect(currentMembership(memberships)?.organization.id).toBe("b");
    sessionStorage.setItem("bole.organization", "gone");
    expect(currentMembership(memberships)?.organization.id).toBe("b");
  });
  it("falls back to the first after leaving the remembered one", () => {
    storeCurrentOrganization("gone");
    expect(currentMembership(memberships)?.organization.id).toBe("a");
  });
  it("is empty without memberships", () => {
    expect(currentMembership([])).toBeUndefined();
  });
});
