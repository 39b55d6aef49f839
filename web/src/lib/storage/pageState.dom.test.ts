import { afterEach, describe, expect, it } from "vitest";
import { PAGE_STATE_MAX_AGE_MS, readPageState, storePageState } from "./pageState";
import { clearPrivate } from "./privateStorage";

const NOW = Date.parse("2026-03-02T08:00:00Z");

afterEach(() => localStorage.clear());

describe("the state of a page", () => {
  it("is kept for a day", () => {
    storePageState("acme", "jobs", new URLSearchParams("status=closed&page=3"), NOW);
    expect(readPageState("acme", "jobs", NOW + PAGE_STATE_MAX_AGE_MS - 1).toString()).toBe("status=closed&page=3");
    expect(readPageState("acme", "jobs", NOW + PAGE_STATE_MAX_AGE_MS).toString()).toBe("");
    expect(readPageState("acme", "pipeline", NOW).toString()).toBe("");
  });
  it("is stored per page, and the last write wins", () => {
    storePageState("acme", "jobs", new URLSearchParams("page=3"), NOW);
    storePageState("acme", "dashboard", new URLSearchParams("days=90"), NOW);
    storePageState("acme", "jobs", new URLSearchParams(""), NOW);
    expect(readPageState("acme", "jobs", NOW).toString()).toBe("");
    expect(readPageState("acme", "dashboard", NOW).toString()).toBe("days=90");
  });
  it("belongs to a user in an organization and is removed on sign-out", () => {
    storePageState("acme", "jobs", new URLSearchParams("page=3"), NOW);
    expect(readPageState("other", "jobs", NOW).size).toBe(0);
    clearPrivate();
    expect(readPageState("acme", "jobs", NOW).size).toBe(0);
  });
  it("is empty if the stored state is invalid", () => {
    for (const broken of ["[]", "{", '{"owner":"acme","pages":{"jobs":3}}']) {
      localStorage.setItem("bole.private.page-state", broken);
      expect(readPageState("acme", "jobs", NOW).size).toBe(0);
    }
  });
});
