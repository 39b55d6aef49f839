// Several ZIPs go one after another, so that the first is being evaluated while the next is sent. Outlives the page.
import { useSyncExternalStore } from "react";
import { type UploadStore, uploads } from "@/entities/batch/uploads";

export interface Waiting {
  organizationId: string;
  jobId: string;
  jobTitle: string;
  file: File;
}

export class SendingQueue {
  private waiting: readonly Waiting[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly store: Pick<UploadStore, "all" | "start" | "subscribe">;

  constructor(store: Pick<UploadStore, "all" | "start" | "subscribe">) {
    this.store = store;
    store.subscribe(() => this.next());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly Waiting[] => this.waiting;

  add(files: readonly Waiting[]): void {
    this.waiting = [...this.waiting, ...files];
    this.next();
    this.tell();
  }

  drop(file: File): void {
    this.waiting = this.waiting.filter((waiting) => waiting.file !== file);
    this.tell();
  }

  private next(): void {
    if (this.store.all().some((upload) => upload.state === "sending")) return;
    const [first, ...rest] = this.waiting;
    if (!first) return;
    this.waiting = rest;
    this.store.start(first);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const sending = new SendingQueue(uploads);

/** ZIPs that wait for the one being sent. */
export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(sending.subscribe, sending.all);
}

interface Reading {
  at: number;
  sent: number;
}

/** Bytes per second over the last seconds of readings; null before it can be told. */
export function speed(readings: readonly Reading[]): number | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}
