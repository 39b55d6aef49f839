// Upload queue: ZIPs are sent one by one. Outlives the page.
import { useSyncExternalStore } from "react";
import { type UploadStore, uploads } from "@/entities/batch/uploads";
import { isIdentityChange } from "@/lib/auth/authEvents";
import { onAuthEvent } from "@/lib/auth/sessionManager";

export interface QueuedUpload {
  organizationId: string;
  jobId: string;
  jobTitle: string;
  file: File;
}

type Store = Pick<UploadStore, "all" | "start" | "clear" | "subscribe">;

export class UploadQueue {
  private waiting: readonly QueuedUpload[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    store.subscribe(() => this.next());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly QueuedUpload[] => this.waiting;

  add(files: readonly QueuedUpload[]): void {
    this.waiting = [...this.waiting, ...files];
    this.next();
    this.notify();
  }

  remove(file: File): void {
    this.waiting = this.waiting.filter((waiting) => waiting.file !== file);
    this.notify();
  }

  /** Empties the queue, then cancels what is being sent, so that nothing takes its turn. */
  clear(): void {
    this.waiting = [];
    this.store.clear();
    this.notify();
  }

  private next(): void {
    if (this.store.all().some((upload) => upload.state === "sending")) return;
    const [first, ...rest] = this.waiting;
    if (!first) return;
    this.waiting = rest;
    this.store.start(first);
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export const uploadQueue = new UploadQueue(uploads);

// Every upload starts here, so none goes on in the name of the next user.
onAuthEvent((event) => {
  if (isIdentityChange(event)) uploadQueue.clear();
});

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
