import { expect, it } from "vitest";
import { type Command, filterCommands, sortByGroup } from "./commands";

function command(label: string, group: Command["group"]): Command {
  return { key: label, label, group, run: () => {} };
}

it("finds labels that contain every word, in any order and case", () => {
  const commands = [command("New job", "actions"), command("Jobs", "go_to"), command("看板", "go_to")];
  expect(filterCommands(commands, "JOB new").map(({ label }) => label)).toEqual(["New job"]);
  expect(filterCommands(commands, "看").map(({ label }) => label)).toEqual(["看板"]);
  expect(filterCommands(commands, "  ")).toHaveLength(3);
});

it("lists people first and places last, keeping the order within groups", () => {
  const ordered = sortByGroup([command("b", "go_to"), command("a", "go_to"), command("c", "candidates")]);
  expect(ordered.map(({ key }) => key)).toEqual(["c", "b", "a"]);
});
