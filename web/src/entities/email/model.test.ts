import { describe, expect, it } from "vitest";
import { recipientOf } from "./model";

describe("who receives an email", () => {
  it.each([
    ["the address", { email: "wang@example.com", contact: "other@example.com" }, "wang@example.com"],
    ["else the contact", { email: null, contact: "wang@example.com" }, "wang@example.com"],
    ["else the contact where the address is none", { email: "n/a", contact: "wang@qq.com" }, "wang@qq.com"],
    ["an address without its suffix is completed", { email: "wang@gmail", contact: null }, "wang@gmail.com"],
    ["not where a suffix could be any", { email: "wang@example", contact: null }, null],
    ["not with blanks inside", { email: "wang wei@example.com", contact: null }, null],
    ["not a telephone number", { email: null, contact: "138 0000 0000" }, null],
  ])("%s", (_, person, expected) => expect(recipientOf(person)).toBe(expected));
});
