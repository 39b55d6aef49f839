import { describe, expect, it } from "vitest";
import type { Prompt } from "@/lib/api/types";
import { inheritedText, promptOf, scopeOf, unknownVariables } from "./scopes";

const prompt = (change: Partial<Prompt>): Prompt => ({
  id: "p",
  organization_id: null,
  prompt_type: "jd",
  text: "built-in",
  variables: ["title"],
  is_active: true,
  is_default: false,
  in_force: false,
  user_id: null,
  version: 1,
  created_at: null,
  updated_at: null,
  ...change,
});
const builtIn = prompt({});
const organizations = prompt({ id: "o", organization_id: "org", is_default: true, text: "organization" });
const ownPrompt = prompt({ id: "m", organization_id: "org", user_id: "me", text: "mine" });
const all = [ownPrompt, organizations, builtIn];

describe("the scopes of prompts", () => {
  it("are derived from the owner", () => {
    expect(all.map(scopeOf)).toEqual(["mine", "organization", "built_in"]);
    expect(promptOf(all, "jd", "organization")).toBe(organizations);
    expect(promptOf(all, "criteria", "mine")).toBeNull();
  });
  it("prefer the active version", () => {
    const former = prompt({ id: "x", organization_id: "org", user_id: "me", is_active: false });
    expect(promptOf([former, ownPrompt], "jd", "mine")).toBe(ownPrompt);
  });
  it("start a new version from the next one in line", () => {
    expect(inheritedText(all, "jd", "mine")).toBe("organization");
    expect(inheritedText([builtIn], "jd", "mine")).toBe("built-in");
    expect(inheritedText(all, "jd", "built_in")).toBe("");
  });
});

describe("unknownVariables", () => {
  it("lists each unknown variable once", () => {
    expect(unknownVariables("{{title}} {{ jd }} {{who}} {{who}} { title }", ["title", "jd"])).toEqual(["who"]);
  });
});
