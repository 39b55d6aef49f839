import { describe, expect, it } from "vitest";
import { STAGE, SUB_STATUS } from "@/entities/application/stages";
import { application } from "@/testing/fixtures";
import { recipientOf, sendRule } from "./model";

describe("email recipients", () => {
  it.each([
    ["the address", { email: "wang@example.com", contact: "other@example.com" }, "wang@example.com"],
    ["else the contact", { email: null, contact: "wang@example.com" }, "wang@example.com"],
    ["else the contact where the address is none", { email: "n/a", contact: "wang@qq.com" }, "wang@qq.com"],
    ["an address without its suffix is completed", { email: "wang@gmail", contact: null }, "wang@gmail.com"],
    ["not where a suffix could be any", { email: "wang@example", contact: null }, null],
    ["not with blanks inside", { email: "wang wei@example.com", contact: null }, null],
    ["in any script", { email: "李伟@例子.公司", contact: null }, "李伟@例子.公司"],
    ["not two addresses", { email: "li@example.com,wu@example.com", contact: null }, null],
    ["not in brackets", { email: "<li@example.com>", contact: null }, null],
    ["not with two dots after one another", { email: "li..wei@example.com", contact: null }, null],
    ["not at a name that ends with a hyphen", { email: "li@example-.com", contact: null }, null],
    ["not longer than an address may be", { email: `${"l".repeat(65)}@example.com`, contact: null }, null],
    ["not a telephone number", { email: null, contact: "138 0000 0000" }, null],
  ])("%s", (_, person, expected) => expect(recipientOf(person)).toBe(expected));
});

describe("allowed emails by state", () => {
  it.each([
    ["an invitation to whoever is to be invited", "online_invitation", {}, { overrulesAi: false }],
    [
      "against the AI, with a reason",
      "online_invitation",
      { status: STAGE.aiReview, sub_status: SUB_STATUS.recommendReject },
      { overrulesAi: true },
    ],
    ["no offer before one is written", "offer_sent", {}, undefined],
    ["no invitation out of the talent pool", "online_invitation", { is_archived: true }, undefined],
    ["a rejection out of the talent pool", "rejection", { is_archived: true }, { permission: "talent-pool:email" }],
  ] as const)("%s", (_, type, place, expected) => {
    const rule = sendRule(type, application(place));
    if (expected) expect(rule).toMatchObject(expected);
    else expect(rule).toBeUndefined();
  });
});
