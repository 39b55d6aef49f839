// Upload queue: ZIPs are sent one by one. Outlives the page.
import { useSyncExternalStore } from "react";
import { type UploadStore, uploads } from "@/entities/batch/uploads";
import { isIdentityChange } from "@/lib/auth/authEvents";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { createStore, onReset } from "@/lib/store";

export interface QueuedUpload {
  organizationId: string;
  jobId: string;
  jobTitle: string;
  file: File;
}

type Store = Pick<UploadStore, "all" | "start" | "clear" | "subscribe">;

export class UploadQueue {
  private readonly waiting = createStore<readonly QueuedUpload[]>([]);
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    store.subscribe(() => this.next());
  }

  readonly subscribe = this.waiting.subscribe;

  readonly all = this.waiting.get;

  add(files: readonly QueuedUpload[]): void {
    this.waiting.set([...this.all(), ...files]);
    this.next();
  }

  remove(file: File): void {
    this.waiting.set(this.all().filter((waiting) => waiting.file !== file));
  }

  /** Empties the queue, then cancels what is being sent, so that nothing takes its turn. */
  clear(): void {
    this.waiting.set([]);
    this.store.clear();
  }

  private next(): void {
    if (this.store.all().some((upload) => upload.state === "sending")) return;
    const [first, ...rest] = this.all();
    if (!first) return;
    this.waiting.set(rest);
    this.store.start(first);
  }
}

export const uploadQueue = new UploadQueue(uploads);

// Every upload starts here, so none goes on in the name of the next user.
onAuthEvent((event) => {
  if (isIdentityChange(event)) uploadQueue.clear();
});
onReset(() => uploadQueue.clear());

/** ZIPs in the queue. */
export function useQueuedUploads(): readonly QueuedUpload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.all);
}

interface SpeedSample {
  at: number;
  sent: number;
}

/** Bytes per second over the window; null with too few samples. */
export function uploadSpeed(samples: readonly SpeedSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}
