import { expect, it } from "vitest";
import { idOf, membership } from "@/testing/fixtures";
import { pageIn } from "./leaveOrganization";

it("keeps the page if the role in the other organization has it", () => {
  expect(pageIn(membership(), "/jobs")).toBe("/jobs");
});

it("opens the home page if the role lacks the page, or the page shows something of the former organization", () => {
  const viewer = membership({ role: "viewer", pages: ["dashboard"], permissions: ["dashboard:view"] });
  expect(pageIn(viewer, "/jobs")).toBe("/welcome");
  expect(pageIn(viewer, "/dashboard")).toBe("/dashboard");
  expect(pageIn(membership(), `/candidate/${idOf(1)}`)).toBe("/welcome");
});
