import { describe, expect, it } from "vitest";
import { invalidFields, patchOf } from "./record";

describe("patchOf", () => {
  it("sends only changed fields and clears emptied ones", () => {
    expect(patchOf({ email: " ", expected_salary: "" }, 4)).toEqual({ email: null, expected_salary: "", version: 4 });
    expect(patchOf({ name: " Mei Tan " }, 2)).toEqual({ name: "Mei Tan", version: 2 });
    expect(patchOf({ phone: " +62 812 0000 " }, 1)).toEqual({ phone: "+62 812 0000", version: 1 });
  });
});

describe("invalidFields", () => {
  const invalid = (fields: { email: string; phone: string }) =>
    invalidFields({ name: "Mei", ...fields }, { name: "Mei" });

  it("lets a name be corrected but not removed", () => {
    const reachable = { email: "", phone: "" };
    expect(invalidFields({ name: " ", ...reachable }, { name: "SAP FI" })).toEqual(["name"]);
    expect(invalidFields({ name: "", ...reachable }, { name: "" })).toEqual([]);
  });

  it("accepts common formats of addresses and phone numbers", () => {
    expect(invalid({ email: "", phone: "" })).toEqual([]);
    expect(invalid({ email: "lin@yunfan.example", phone: "+86 138-0000-1234" })).toEqual([]);
    expect(invalid({ email: "lin.yunfan.example", phone: "021 (555) 0101" })).toEqual(["email"]);
    expect(invalid({ email: "lin@yunfan", phone: "call me" })).toEqual(["email", "phone"]);
    expect(invalid({ email: "", phone: "1234" })).toEqual(["phone"]);
    expect(invalid({ email: "", phone: "12345+6" })).toEqual(["phone"]);
  });
});
