import { expect, it } from "vitest";
import { withLabels } from "./interviewers";

it("distinguishes interviewers of one name by their email, else by a number", () => {
  const members = [
    { user_id: "a", name: "Li Na" },
    { user_id: "b", name: "Li Na" },
    { user_id: "c", name: "Zhao Min" },
  ];
  const labels = (emails: [string, string][]) => withLabels(members, new Map(emails)).map(({ label }) => label);
  expect(
    labels([
      ["a", "a@example.com"],
      ["b", "b@example.com"],
    ]),
  ).toEqual(["Li Na (a@example.com)", "Li Na (b@example.com)", "Zhao Min"]);
  expect(labels([])).toEqual(["Li Na (1)", "Li Na (2)", "Zhao Min"]);
});
