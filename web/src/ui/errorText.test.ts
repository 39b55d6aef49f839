import { expect, it } from "vitest";
import { ApiProblem } from "@/lib/api/problem";
import { describeError, type Lookup } from "./errorText";

/** Shows which texts are used with which numbers. */
const lookup: Lookup = (code, { wait, count }) => [code, wait ?? count].filter((part) => part !== undefined).join(" ");

it.each([
  [12, "wait.seconds 12"],
  [60, "wait.minutes 1"],
  [592, "wait.minutes 10"],
  [null, "wait.minutes 1"],
])("tells a wait of %s seconds as people do", (retryAfter, wait) => {
  const error = new ApiProblem({ status: 429, code: "auth.too_many_attempts", retryAfter });
  expect(describeError(lookup, error)).toBe(`auth.too_many_attempts ${wait}`);
});
