import { describe, expect, it } from "vitest";
import type { Email } from "@/lib/api/types";
import {
  emptyLetter,
  type Letters,
  noLongerWaiting,
  tallyOf,
  withDrafts,
  withFailed,
  withGenerated,
  withGenerating,
  withLatest,
  withQueued,
  withSent,
  withState,
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
};
const text = { subject: "Hello", body: "Dear candidate" };

describe("letters", () => {
  it("take in drafts, but nothing over what is written here", () => {
    expect(withDrafts(start, [draft]).get("a")).toMatchObject({ subject: "Kept", state: "ready", draftId: "d1" });
    const written = withDrafts(withText(start, "a", { subject: "Mine" }), [draft]).get("a");
    expect(written).toMatchObject({ subject: "Mine", body: "", draftId: "d1" });
  });

  it("that are being written are ready as soon as the server keeps a new text, and say where it is the template's", () => {
    const writing = withState(withDrafts(start, [draft]), ["a", "b"], "generating");
    expect(withDrafts(writing, [draft]).get("a")?.state).toBe("generating");
    const written = withDrafts(writing, [{ ...draft, body: "New", fallback_reason: "ai.answer_unusable" }]);
    expect(written.get("a")).toMatchObject({ state: "ready", body: "New", fallbackReason: "ai.answer_unusable" });
    expect(written.get("b")?.state).toBe("generating");
  });

  it("tell by candidate what generating came to, also those the answer forgot", () => {
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

  it("that were changed while others were written keep the change", () => {
    const writing = withText(withDrafts(withGenerating(start, ["a", "b"]), [draft]), "a", { body: "Mine" });
    const results = ["a", "b"].map((applicationId) => ({ applicationId, status: "success" as const, data: text }));
    const next = withGenerated(writing, ["a", "b"], results);
    expect([next.get("a")?.body, next.get("b")?.body]).toEqual(["Mine", text.body]);
    const failed = withFailed(writing, ["a", "b"]);
    expect([failed.get("a")?.state, failed.get("b")?.state]).toEqual(["ready", "failed"]);
  });

  it("count what would be sent and what would not", () => {
    const written = withText(withText(start, "a", text), "c", text);
    const { sendable, withoutAddress, withoutText } = tallyOf(written);
    expect(sendable.map(({ applicationId }) => applicationId)).toEqual(["a"]);
    expect([withoutAddress, withoutText]).toEqual([1, 1]);
  });

  it("are never sent twice: what was sent or may have been is not offered again, what was taken back is", () => {
    const written = withText(withText(start, "a", text), "b", text);
    const queued = withState(written, ["a", "b"], "queued");
    expect(tallyOf(queued).sendable).toEqual([]);
    const over = withSent(queued, ["a", "b"], [{ applicationId: "a", to: "a@example.com", status: "sent" }]);
    expect([over.get("a")?.state, over.get("b")?.state]).toEqual(["sent", "ready"]);
    const cut = withSent(queued, ["a", "b"], [{ applicationId: "a", to: "a@example.com", status: "unknown" }]);
    expect(tallyOf(cut).sendable.map(({ applicationId }) => applicationId)).toEqual(["b"]);
  });

  it("are not offered to candidates who cannot get them where they are", () => {
    const elsewhere = new Map(start).set("a", emptyLetter("a", "a@example.com", false));
    const { sendable, notAllowed, withoutText } = tallyOf(withText(elsewhere, "a", text));
    expect([sendable.length, notAllowed, withoutText]).toEqual([0, 1, 2]);
  });

  it("that were refused can be sent again", () => {
    const queued = withState(withText(start, "a", text), ["a"], "queued");
    const over = withSent(queued, ["a"], [{ applicationId: "a", to: "a@example.com", status: "failed", error: "550" }]);
    expect(over.get("a")).toMatchObject({ state: "not_sent", reason: "550" });
    expect(tallyOf(over).sendable).toHaveLength(1);
  });

  it("that wait to be sent are shown as such, cannot be sent again, and become what became of them", () => {
    const waiting: Email = { ...draft, id: "q1", status: "queued", send_at: "2026-03-03T01:00:00Z" };
    const queued = withQueued(withDrafts(start, [draft]), [waiting]);
    expect(queued.get("a")).toMatchObject({ state: "queued", queued: { id: "q1", sendAt: "2026-03-03T01:00:00Z" } });
    expect(tallyOf(queued).sendable).toEqual([]);
    expect(noLongerWaiting(queued, [waiting])).toEqual([]);
    expect(noLongerWaiting(queued, []).map(({ applicationId }) => applicationId)).toEqual(["a"]);
    const failed = withLatest(queued, "a", { ...waiting, status: "failed", error: "rejected" }).get("a");
    expect(failed).toMatchObject({ state: "not_sent", reason: "rejected", queued: null });
    const back = withLatest(queued, "a", { ...waiting, status: "draft" }).get("a");
    expect(back).toMatchObject({ state: "ready", draftId: "q1", queued: null });
  });
});
