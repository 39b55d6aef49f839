import { describe, expect, it } from "vitest";
import { accept, changedFields, edit, isDirty, receive, resolve, startForm } from "./serverForm";

const saved = { title: "Engineer", jd: "old", skills: ["rust"] };

describe("a form over shared data", () => {
  it("adopts the saved value and keeps text typed during the save", () => {
    const sent = edit(startForm(saved, 1), { title: "Senior ", jd: "new" });
    const form = accept(edit(sent, { jd: "newer" }), sent.value, { ...saved, title: "Senior", jd: "new" }, 2);
    expect(form.value).toEqual({ title: "Senior", jd: "newer", skills: ["rust"] });
    expect(form.conflicts).toEqual({});
    expect(changedFields(form)).toEqual({ jd: "newer" });
  });
  it("sends only changed fields", () => {
    const form = edit(startForm(saved, 1), { jd: "new", skills: ["rust"] });
    expect(changedFields(form)).toEqual({ jd: "new" });
  });
  it("stays clean when another user saves and nothing was typed", () => {
    const form = receive(startForm(saved, 1), { ...saved, jd: "theirs" }, 2);
    expect(isDirty(form)).toBe(false);
    expect(form.value.jd).toBe("theirs");
    expect(form.version).toBe(2);
  });
  it("merges changes to different fields", () => {
    const form = receive(edit(startForm(saved, 1), { title: "Senior" }), { ...saved, jd: "theirs" }, 2);
    expect(form.value).toEqual({ title: "Senior", jd: "theirs", skills: ["rust"] });
    expect(changedFields(form)).toEqual({ title: "Senior" });
    expect(form.conflicts).toEqual({});
  });
  it("keeps both values of a field changed by both", () => {
    const form = receive(edit(startForm(saved, 1), { jd: "mine" }), { ...saved, jd: "theirs" }, 2);
    expect(form.value.jd).toBe("mine");
    expect(form.conflicts).toEqual({ jd: "theirs" });
    expect(changedFields(resolve(form, "jd", "mine"))).toEqual({ jd: "mine" });
    expect(isDirty(resolve(form, "jd", "theirs"))).toBe(false);
  });
  it("keeps a conflict that the next version does not affect", () => {
    const first = receive(edit(startForm(saved, 1), { jd: "mine" }), { ...saved, jd: "theirs" }, 2);
    expect(receive(first, { ...saved, jd: "theirs", title: "CTO" }, 3).conflicts).toEqual({ jd: "theirs" });
  });
  it("has no conflict for equal input or a late older answer", () => {
    expect(receive(edit(startForm(saved, 1), { jd: "same" }), { ...saved, jd: "same" }, 2).conflicts).toEqual({});
    const form = edit(startForm(saved, 2), { jd: "mine" });
    expect(receive(form, { ...saved, jd: "older" }, 1)).toBe(form);
  });
  it("keeps text typed during a save", () => {
    const sent = edit(startForm(saved, 1), { jd: "first" });
    const form = receive(edit(sent, { jd: "first and more" }), { ...saved, jd: "first" }, 2);
    expect(form.value.jd).toBe("first and more");
    expect(changedFields(form)).toEqual({ jd: "first and more" });
  });
});
