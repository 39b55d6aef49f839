import { afterEach, describe, expect, it } from "vitest";
import { keepPageState, keptPageState, PAGE_STATE_KEPT_MS } from "./pageState";
import { clearPrivate } from "./privateStorage";

const NOW = Date.parse("2026-03-02T08:00:00Z");

afterEach(() => localStorage.clear());

describe("the state of a page", () => {
  it("is kept for a day", () => {
    keepPageState("acme", "jobs", new URLSearchParams("status=closed&page=3"), NOW);
    expect(keptPageState("acme", "jobs", NOW + PAGE_STATE_KEPT_MS - 1).toString()).toBe("status=closed&page=3");
    expect(keptPageState("acme", "jobs", NOW + PAGE_STATE_KEPT_MS).toString()).toBe("");
    expect(keptPageState("acme", "pipeline", NOW).toString()).toBe("");
  });
  it("is stored per page, and the last write wins", () => {
    keepPageState("acme", "jobs", new URLSearchParams("page=3"), NOW);
    keepPageState("acme", "dashboard", new URLSearchParams("days=90"), NOW);
    keepPageState("acme", "jobs", new URLSearchParams(""), NOW);
    expect(keptPageState("acme", "jobs", NOW).toString()).toBe("");
    expect(keptPageState("acme", "dashboard", NOW).toString()).toBe("days=90");
  });
  it("belongs to a user in an organization and is removed on sign-out", () => {
    keepPageState("acme", "jobs", new URLSearchParams("page=3"), NOW);
    expect(keptPageState("other", "jobs", NOW).size).toBe(0);
    clearPrivate();
    expect(keptPageState("acme", "jobs", NOW).size).toBe(0);
  });
  it("is empty if the stored state is invalid", () => {
    for (const broken of ["[]", "{", '{"owner":"acme","pages":{"jobs":3}}']) {
      localStorage.setItem("bole.private.page-state", broken);
      expect(keptPageState("acme", "jobs", NOW).size).toBe(0);
    }
  });
});
