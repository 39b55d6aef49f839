import { describe, expect, it } from "vitest";
import { invalidFields, patchOf } from "./record";

describe("patchOf", () => {
  it("sends only changed fields and clears emptied ones", () => {
    expect(patchOf({ email: " ", expected_salary: "" }, 4)).toEqual({ email: null, expected_salary: "", version: 4 });
    expect(patchOf({ phone: " +62 812 0000 " }, 1)).toEqual({ phone: "+62 812 0000", version: 1 });
  });
});

describe("invalidFields", () => {
  it("accepts common formats of addresses and phone numbers", () => {
    expect(invalidFields({ email: "", phone: "" })).toEqual([]);
    expect(invalidFields({ email: "lin@yunfan.example", phone: "+86 138-0000-1234" })).toEqual([]);
    expect(invalidFields({ email: "lin.yunfan.example", phone: "021 (555) 0101" })).toEqual(["email"]);
    expect(invalidFields({ email: "lin@yunfan", phone: "call me" })).toEqual(["email", "phone"]);
    expect(invalidFields({ email: "", phone: "1234" })).toEqual(["phone"]);
    expect(invalidFields({ email: "", phone: "12345+6" })).toEqual(["phone"]);
  });
});
