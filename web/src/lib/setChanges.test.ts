import { expect, it } from "vitest";
import { setChanges, withChanges } from "./setChanges";

it("keeps concurrent additions and removals by others", () => {
  const changes = setChanges(new Set(["a", "b", "c"]), new Set(["a", "c", "mine"]));
  expect([...withChanges(new Set(["c", "theirs", "b"]), changes)]).toEqual(["c", "theirs", "mine"]);
});
