import { describe, expect, it } from "vitest";
import type { Email } from "@/lib/api/types";
import {
  countSources,
  emptyLetter,
  hasConflict,
  isUnsaved,
  type Letters,
  laterTime,
  lettersNoLongerQueued,
  lettersToWrite,
  rewrittenLetters,
  summarizeLetters,
  withDrafts,
  withFacts,
  withFailed,
  withFormer,
  withGenerated,
  withGenerating,
  withLatest,
  withoutFormer,
  withQueued,
  withResolved,
  withSaved,
  withSending,
  withSent,
  withTakenBack,
  withTemplate,
  withTemplateInstead,
  withText,
} from "./letters";

const start: Letters = new Map([
  ["a", emptyLetter("a", "a@example.com", true)],
  ["b", emptyLetter("b", "b@example.com", true)],
  ["c", emptyLetter("c", null, true)],
]);
const draft: Email = {
  id: "d1",
  application_id: "a",
  person_id: "p1",
  type: "rejection",
  to: "a@example.com",
  subject: "Kept",
  body: "Kept text",
  language: "en",
  status: "draft",
  is_captured: false,
  created_at: "2026-03-02T08:00:00Z",
  version: 1,
};
const text = { subject: "Hello", body: "Dear candidate" };
const AT = new Date("2026-03-02T08:00:10Z");

describe("letters", () => {
  it("load drafts without overwriting local text", () => {
    expect(withDrafts(start, [draft]).get("a")).toMatchObject({ subject: "Kept", state: "ready", draftId: "d1" });
    const written = withDrafts(withText(start, "a", { subject: "Mine" }), [draft]).get("a");
    expect(written).toMatchObject({ subject: "Mine", body: "Kept text", draftId: "d1" });
    expect(written?.conflicts).toEqual({ subject: "Kept" });
  });

  it("apply another user's draft and keep both texts on a conflict", () => {
    const known = withDrafts(start, [draft]);
    const theirs = { ...draft, body: "Theirs", version: 2 };
    expect(withDrafts(known, [theirs]).get("a")).toMatchObject({ body: "Theirs", version: 2, state: "ready" });
    const both = withDrafts(withText(known, "a", { body: "Mine" }), [theirs]);
    expect(both.get("a")).toMatchObject({ body: "Mine", conflicts: { body: "Theirs" }, version: 2 });
    expect(summarizeLetters(both)).toMatchObject({ sendable: [], inConflict: 1 });
    const mine = withResolved(both, "a", "body", "mine");
    expect(
      [mine, withResolved(both, "a", "body", "theirs")].map((after) => summarizeLetters(after).sendable[0]?.body),
    ).toEqual(["Mine", "Theirs"]);
    const other = withDrafts(withText(known, "a", { subject: "Mine" }), [theirs]).get("a");
    expect(other).toMatchObject({ subject: "Mine", body: "Theirs", conflicts: {} });
  });

  it("stay unsaved until the server confirms, and retry with the next change", () => {
    const unsaved = (letters: Letters) =>
      [...letters.values()].filter(isUnsaved).map(({ applicationId }) => applicationId);
    const written = withText(start, "a", text);
    expect(unsaved(written)).toEqual(["a"]);
    const kept = withSaved(written, "a", text, { ...draft, ...text });
    expect(unsaved(kept)).toEqual([]);
    expect(unsaved(withText(kept, "a", { body: "" }))).toEqual(["a"]);
    const back = withTakenBack(withSending(kept, ["a"], AT), ["a"]);
    expect([unsaved(back), back.get("a")?.draftId]).toEqual([[], null]);
    // The new draft has another id and the same text.
    const found = withDrafts(back, [{ ...draft, ...text, id: "d2" }]).get("a");
    expect(found && [found.draftId, hasConflict(found)]).toEqual(["d2", false]);
  });

  it("become ready when the server stores a new text, with a note if from the template", () => {
    const writing = withGenerating(withDrafts(start, [draft]), ["a", "b"]);
    expect(withDrafts(writing, [draft]).get("a")?.state).toBe("generating");
    const fresh = { ...draft, body: "New", fallback_reason: "ai.answer_unusable" as const, version: 2 };
    const written = withDrafts(writing, [fresh]);
    expect(written.get("a")).toMatchObject({ state: "ready", body: "New", fallbackReason: "ai.answer_unusable" });
    expect(written.get("b")?.state).toBe("generating");
  });

  it("report the result per candidate, including missing ones", () => {
    const next = withGenerated(
      withGenerating(start, ["a", "b", "c"]),
      ["a", "b", "c"],
      [
        { applicationId: "a", status: "success", data: text },
        { applicationId: "b", status: "failed", error: "quota" },
      ],
    );
    expect([...next.values()].map(({ state, reason }) => [state, reason])).toEqual([
      ["ready", null],
      ["failed", "quota"],
      ["failed", null],
    ]);
  });

  it("keep changes made while others were generated", () => {
    const writing = withText(withDrafts(withGenerating(start, ["a", "b"]), [draft]), "a", { body: "Mine" });
    const results = ["a", "b"].map((applicationId) => ({ applicationId, status: "success" as const, data: text }));
    const next = withGenerated(writing, ["a", "b"], results);
    expect([next.get("a")?.body, next.get("b")?.body]).toEqual(["Mine", text.body]);
    const failed = withFailed(writing, ["a", "b"]);
    expect([failed.get("a")?.state, failed.get("b")?.state]).toEqual(["ready", "failed"]);
  });

  it("keep a draft changed by someone else during generation", () => {
    const changed = [{ applicationId: "a", status: "failed" as const, error: "request.stale" }];
    const next = withGenerated(withGenerating(start, ["a"]), ["a"], changed);
    expect(next.get("a")).toMatchObject({ state: "empty", reason: "request.stale" });
    expect(withDrafts(next, [draft]).get("a")).toMatchObject({ state: "ready", body: "Kept text" });
  });

  it("know the language and author of each text", () => {
    const results = [{ applicationId: "b", status: "success" as const, data: text, engine: "model" as const }];
    const known = withDrafts(withText(start, "c", text), [{ ...draft, engine: "built-in", language: "zh" }]);
    const next = withGenerated(withGenerating(known, ["b"]), ["b"], results, () => "en");
    expect([...next.values()].map(({ language, engine }) => [language, engine])).toEqual([
      ["zh", "built-in"],
      ["en", "model"],
      [null, null],
    ]);
    expect(countSources([...next.values()])).toEqual({ template: 1, model: 1, hand: 1 });
  });

  it("follow their candidates' moves unless sending or done", () => {
    const result = { applicationId: "b", to: "b@example.com", status: "sent" as const };
    const letters = withSent(withSending(withText(start, "a", text), ["b"], AT), ["b"], [result]);
    const facts = ["a", "b", "c"].map((applicationId) => ({ applicationId, to: "new@example.com", isAllowed: false }));
    const next = withFacts(letters, facts);
    expect([...next.values()].map(({ to, isAllowed }) => [to, isAllowed])).toEqual([
      ["new@example.com", false],
      ["b@example.com", true],
      ["new@example.com", false],
    ]);
  });

  it("count sendable and unsendable emails", () => {
    const written = withText(withText(start, "a", text), "c", text);
    const { sendable, withoutAddress, withoutText } = summarizeLetters(written);
    expect(sendable.map(({ applicationId }) => applicationId)).toEqual(["a"]);
    expect([withoutAddress, withoutText]).toEqual([1, 1]);
  });

  it("are never sent twice: sent or possibly sent ones are not offered again, cancelled ones are", () => {
    const written = withText(withText(start, "a", text), "b", text);
    const queued = withSending(written, ["a", "b"], AT);
    expect(summarizeLetters(queued).sendable).toEqual([]);
    const over = withSent(queued, ["a", "b"], [{ applicationId: "a", to: "a@example.com", status: "sent" }]);
    expect([over.get("a")?.state, over.get("b")?.state]).toEqual(["sent", "ready"]);
    const cut = withSent(queued, ["a", "b"], [{ applicationId: "a", to: "a@example.com", status: "unknown" }]);
    expect(summarizeLetters(cut).sendable.map(({ applicationId }) => applicationId)).toEqual(["b"]);
  });

  it("are not offered in states that cannot receive them", () => {
    const elsewhere = new Map(start).set("a", emptyLetter("a", "a@example.com", false));
    const { sendable, notAllowed, withoutText } = summarizeLetters(withText(elsewhere, "a", text));
    expect([sendable.length, notAllowed, withoutText]).toEqual([0, 1, 2]);
  });

  it("can be sent again after a refusal", () => {
    const queued = withSending(withText(start, "a", text), ["a"], AT);
    const over = withSent(queued, ["a"], [{ applicationId: "a", to: "a@example.com", status: "failed", error: "550" }]);
    expect(over.get("a")).toMatchObject({ state: "not_sent", reason: "550" });
    expect(summarizeLetters(over).sendable).toHaveLength(1);
    expect(withSending(over, ["a"], AT).get("a")).toMatchObject({ state: "queued", reason: null });
  });

  it("name the time they wait for, unless they are sent at once", () => {
    const letter = withSending(withText(start, "a", text), ["a"], AT).get("a");
    expect(letter && laterTime(letter, AT.getTime() - 10_000)).toBeNull();
    expect(letter && laterTime(letter, AT.getTime() - 86_400_000)).toBe(AT.toISOString());
    expect(laterTime(emptyLetter("a", null, true), 0)).toBeNull();
  });

  it("are shown as scheduled, cannot be sent again, and take the final state", () => {
    const waiting: Email = { ...draft, id: "q1", status: "queued", send_at: "2026-03-03T01:00:00Z" };
    const queued = withQueued(withDrafts(start, [draft]), [waiting]);
    expect(queued.get("a")).toMatchObject({ state: "queued", queued: waiting });
    expect(summarizeLetters(queued).sendable).toEqual([]);
    expect(lettersNoLongerQueued(queued, [waiting])).toEqual([]);
    expect(lettersNoLongerQueued(queued, []).map(({ applicationId }) => applicationId)).toEqual(["a"]);
    const failed = withLatest(queued, "a", { ...waiting, status: "failed", error: "mail.rejected" }).get("a");
    expect(failed).toMatchObject({ state: "not_sent", reason: "mail.rejected", queued: null });
    const back = withLatest(queued, "a", { ...waiting, status: "draft" }).get("a");
    expect(back).toMatchObject({ state: "ready", draftId: "q1", queued: null });
  });
});

describe("templates", () => {
  const template = { subject: "Template", body: "Dear candidate, from the template", language: "id" as const };

  it("begin a letter, and replace one that was not changed", () => {
    const begun = withTemplate(start, "a", template);
    expect(begun.get("a")).toMatchObject({ ...template, state: "ready", engine: "built-in", draftId: null });
    expect(begun.get("a") && isUnsaved(begun.get("a") as NonNullable<ReturnType<typeof begun.get>>)).toBe(false);
    const other = { ...template, body: "Dear candidate, in other words" };
    expect(withTemplate(begun, "a", other).get("a")?.body).toBe(other.body);
    const changed = withText(begun, "a", { body: "Mine" });
    expect(withTemplate(changed, "a", other).get("a")?.body).toBe("Mine");
    expect(withTemplate(withDrafts(start, [draft]), "a", template).get("a")?.body).toBe(draft.body);
  });

  it("take a written text's place on request, which stays beside them", () => {
    const replaced = withTemplateInstead(withDrafts(start, [draft]), "a", template);
    expect(replaced.get("a")).toMatchObject({
      ...template,
      former: { subject: "Kept", body: "Kept text" },
      draftId: "d1",
    });
    expect(replaced.get("a") && isUnsaved(replaced.get("a") as NonNullable<ReturnType<typeof replaced.get>>)).toBe(
      true,
    );
  });
});

describe("rewritten letters", () => {
  const results = ["a", "b"].map((applicationId) => ({ applicationId, status: "success" as const, data: text }));
  const ids = (letters: Letters) => rewrittenLetters(letters).map(({ applicationId }) => applicationId);

  it("keep the former text until one of both is chosen", () => {
    const rewritten = withGenerated(withGenerating(withDrafts(start, [draft]), ["a", "b"]), ["a", "b"], results);
    expect(ids(rewritten)).toEqual(["a"]);
    const back = withFormer(rewritten, ["a", "b"]);
    expect([back.get("a")?.body, back.get("b")?.body, ids(back)]).toEqual(["Kept text", text.body, []]);
    expect(ids(withoutFormer(rewritten, ["a"]))).toEqual([]);
  });

  it("are none where writing failed or changed nothing", () => {
    const written = withText(start, "a", text);
    expect(ids(withFailed(withGenerating(written, ["a"]), ["a"]))).toEqual([]);
    expect(ids(withGenerated(withGenerating(written, ["a"]), ["a"], results))).toEqual([]);
    const failed = withGenerated(withGenerating(written, ["a"]), ["a"], []);
    expect(ids(withText(failed, "a", { body: "Typed" }))).toEqual([]);
  });
});

it("writes letters without a text, and drafts in another language than the chosen one", () => {
  const written = (id: string, change: object): [string, Letters extends ReadonlyMap<string, infer L> ? L : never] => [
    id,
    { ...emptyLetter(id, "a@example.com", true), state: "ready", body: "Text", ...change },
  ];
  const letters: Letters = new Map([
    ...start,
    written("english", { engine: "model", language: "en" }),
    written("chinese", { engine: "model", language: "zh" }),
    written("by hand", { engine: null, language: "en" }),
  ]);
  const toWrite = (...args: Parameters<typeof lettersToWrite>) =>
    lettersToWrite(...args).map(({ applicationId }) => applicationId);
  expect(toWrite(letters, () => "zh")).toEqual(["a", "b", "c", "english"]);
  expect(toWrite(letters, (id) => (id === "english" ? "en" : "id"))).toEqual(["a", "b", "c", "chinese"]);
});
