import { expect, it } from "vitest";
import type { EvaluationMarks } from "@/lib/api/types";
import { changed } from "./ownMarks";

const NONE: EvaluationMarks = {
  evaluation_id: "e",
  can_mark: true,
  own: [],
  others: [],
  concealed: 0,
  own_score: null,
};

it("gives, replaces and withdraws a mark on one criterion", () => {
  const given = changed(changed(NONE, { criterion: 0, verdict: "met", reason: "" }), {
    criterion: 2,
    verdict: "not",
    reason: "By the client",
  });
  const shown = ({ own }: EvaluationMarks) => own.map(({ criterion, verdict, reason }) => [criterion, verdict, reason]);
  expect(shown(given)).toEqual([
    [0, "met", ""],
    [2, "not", "By the client"],
  ]);
  const replaced = changed(given, { criterion: 0, verdict: "partly", reason: "Two years" });
  expect(shown(replaced)).toEqual([
    [2, "not", "By the client"],
    [0, "partly", "Two years"],
  ]);
  expect(shown(changed(replaced, { criterion: 2, verdict: null }))).toEqual([[0, "partly", "Two years"]]);
});
