import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "@/lib/api/problem";
import type { Batch } from "@/lib/api/types";
import { type Transport, type Upload, UploadStore } from "./uploads";

const file = new File(["12345678"], "resumes.zip");
const batch = { id: "b1", job_id: "j1" } as Batch;

/** A transport whose transfers end on command. */
function controlled() {
  const sent: { upload: Upload; progress: (n: number) => void; end: (b: Batch) => void; fail: (e: unknown) => void }[] =
    [];
  const abort = vi.fn();
  const transport: Transport = (upload, progress) => ({
    promise: new Promise((end, fail) => sent.push({ upload, progress, end, fail })),
    abort,
  });
  return { store: new UploadStore(transport), sent, abort };
}

function start(store: UploadStore): string {
  return store.start({ organizationId: "o1", jobId: "j1", jobTitle: "Engineer", file });
}

describe("UploadStore", () => {
  it("notifies listeners of progress and result", async () => {
    const { store, sent } = controlled();
    const heard = vi.fn();
    store.subscribe(heard);
    start(store);
    sent[0]?.progress(4);
    expect(store.all()[0]).toMatchObject({ state: "sending", sent: 4 });
    sent[0]?.end(batch);
    await vi.waitFor(() => expect(store.all()[0]).toMatchObject({ state: "done", sent: 8, batch }));
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it("keeps the problem of a failed upload", async () => {
    const { store, sent } = controlled();
    start(store);
    sent[0]?.fail(new ApiProblem({ status: 415, code: "batch.not_a_zip" }));
    await vi.waitFor(() => expect(store.all()[0]?.problem?.code).toBe("batch.not_a_zip"));
  });

  it("retries a failed upload with the same key", async () => {
    const { store, sent } = controlled();
    const id = start(store);
    sent[0]?.progress(6);
    sent[0]?.fail(new TypeError("Failed to fetch"));
    await vi.waitFor(() => expect(store.all()[0]?.state).toBe("failed"));
    store.retry(id);
    expect(store.all()[0]).toMatchObject({ id, state: "sending", sent: 0, problem: null });
    expect(sent[1]?.upload.id).toBe(id);
  });

  it("does not upload the same file twice", () => {
    const { store, sent } = controlled();
    store.retry(start(store));
    expect(sent).toHaveLength(1);
  });

  it("cancels a dismissed upload and ignores late events", async () => {
    const { store, sent, abort } = controlled();
    store.dismiss(start(store));
    expect(abort).toHaveBeenCalledOnce();
    sent[0]?.end(batch);
    await Promise.resolve();
    expect(store.all()).toEqual([]);
  });

  it("returns a new list only after a change", () => {
    const { store } = controlled();
    start(store);
    expect(store.all()).toBe(store.all());
  });
});
