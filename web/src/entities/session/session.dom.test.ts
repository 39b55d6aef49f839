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
  it("falls back to the first after leaving the remembered one", () => {
    storeCurrentOrganization("gone");
    expect(currentMembership(memberships)?.organization.id).toBe("a");
  });
  it("is empty without memberships", () => {
    expect(currentMembership([])).toBeUndefined();
  });
});
