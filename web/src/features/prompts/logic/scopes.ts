// Which prompt applies: mine, else the organization's, else the built-in one.
import type { Prompt, PromptType } from "@/lib/api/types";

export const SCOPES = ["mine", "organization", "built_in"] as const;
export type Scope = (typeof SCOPES)[number];

export function scopeOf(prompt: Prompt): Scope {
  if (prompt.user_id) return "mine";
  return prompt.organization_id ? "organization" : "built_in";
}

/** The prompt of a type and scope; the enabled one if there are several. */
export function promptOf(prompts: readonly Prompt[], type: PromptType, scope: Scope): Prompt | null {
  const own = prompts.filter((prompt) => prompt.prompt_type === type && scopeOf(prompt) === scope);
  return own.find((prompt) => prompt.is_active) ?? own[0] ?? null;
}

/** Initial text of a new prompt: the one it will override. */
export function inheritedText(prompts: readonly Prompt[], type: PromptType, scope: Scope): string {
  const behind = SCOPES.slice(SCOPES.indexOf(scope) + 1).map((other) => promptOf(prompts, type, other));
  return behind.find((prompt) => prompt !== null)?.text ?? "";
}

export function unknownVariables(text: string, known: readonly string[]): string[] {
  const named = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1] ?? "");
  return [...new Set(named)].filter((name) => !known.includes(name));
}
