// Commands of the palette by group, and their filter.

export type CommandGroup = "candidates" | "jobs" | "page" | "actions" | "go_to";

export interface Command {
  key: string;
  group: CommandGroup;
  label: string;
  /** A second line, or the keyboard shortcut. */
  hint?: string | undefined;
  run: () => void;
}

/** The order of the groups. */
export const GROUPS: readonly CommandGroup[] = ["candidates", "jobs", "page", "actions", "go_to"];

/** Commands whose label contains every word, in any order. */
export function filterCommands(commands: readonly Command[], words: string): Command[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const text = label.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function sortByGroup(commands: readonly Command[]): Command[] {
  return GROUPS.flatMap((group) => commands.filter((command) => command.group === group));
}
