import { describe, expect, it } from "vitest";
import { HotkeyScopes } from "./hotkeyScopes";

const key = (keys: string, label: string, enabled = true) => ({ keys, label, enabled, run: () => {} });

describe("HotkeyScopes", () => {
  it("prefers the last mounted scope and falls back to earlier ones", () => {
    const scopes = new HotkeyScopes();
    scopes.add({ hotkeys: () => [key("j", "next row"), key("/", "search")], exclusive: false });
    const close = scopes.add({ hotkeys: () => [key("j", "next criterion")], exclusive: false });
    expect(scopes.find("j")?.label).toBe("next criterion");
    expect(scopes.find("/")?.label).toBe("search");
    close();
    expect(scopes.find("j")?.label).toBe("next row");
  });
  it("blocks earlier scopes below an exclusive one", () => {
    const scopes = new HotkeyScopes();
    scopes.add({ hotkeys: () => [key("/", "search")], exclusive: false });
    scopes.add({ hotkeys: () => [key("Escape", "close")], exclusive: true });
    expect(scopes.find("/")).toBeUndefined();
    expect(scopes.active().map(({ label }) => label)).toEqual(["close"]);
  });
  it("ignores disabled hotkeys", () => {
    const scopes = new HotkeyScopes();
    scopes.add({ hotkeys: () => [key("n", "new job", false)], exclusive: false });
    expect(scopes.find("n")).toBeUndefined();
  });
});
