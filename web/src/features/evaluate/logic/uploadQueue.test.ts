import { describe, expect, it, vi } from "vitest";
import { UploadStore } from "@/entities/batch/uploads";
import type { Batch } from "@/lib/api/types";
import { UploadQueue, uploadSpeed } from "./uploadQueue";

function waiting(name: string) {
  return { organizationId: "o", jobId: "j", jobTitle: "J", file: new File(["x"], name) };
}

describe("several ZIPs", () => {
  it("upload one after another", async () => {
    const sent: string[] = [];
    const finish: (() => void)[] = [];
    const store = new UploadStore((upload) => {
      sent.push(upload.file.name);
      return { promise: new Promise<Batch>((resolve) => finish.push(() => resolve({} as Batch))), abort: () => {} };
    });
    const queue = new UploadQueue(store);
    queue.add([waiting("a.zip"), waiting("b.zip")]);
    expect(sent).toEqual(["a.zip"]);
    expect(queue.all().map(({ file }) => file.name)).toEqual(["b.zip"]);
    const done = new Promise<void>((resolve) => store.subscribe(() => sent.length === 2 && resolve()));
    finish[0]?.();
    await done;
    expect(sent).toEqual(["a.zip", "b.zip"]);
    expect(queue.all()).toEqual([]);
  });
});

it("cancels what is sent and starts nothing that waits once the queue is cleared", () => {
  const sent: string[] = [];
  const abort = vi.fn();
  const store = new UploadStore((upload) => {
    sent.push(upload.file.name);
    return { promise: new Promise<Batch>(() => {}), abort };
  });
  const queue = new UploadQueue(store);
  queue.add([waiting("a.zip"), waiting("b.zip")]);
  queue.clear();
  expect(abort).toHaveBeenCalledOnce();
  expect([sent, store.all(), queue.all()]).toEqual([["a.zip"], [], []]);
});

describe("the speed of an upload", () => {
  it("is bytes over time, once measurable", () => {
    expect(uploadSpeed([{ at: 0, sent: 0 }])).toBeNull();
    expect(
      uploadSpeed([
        { at: 0, sent: 0 },
        { at: 2000, sent: 4_000_000 },
      ]),
    ).toBe(2_000_000);
  });
});
