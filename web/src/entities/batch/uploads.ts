// Uploads that outlive their page: one store for the app, used by the tray and the evaluate screen.
import { useSyncExternalStore } from "react";
import { idempotencyKey, refreshSession } from "@/lib/api/client";
import { ApiProblem, toProblem, unreachable } from "@/lib/api/problem";
import type { Batch } from "@/lib/api/types";
import { createStore, onReset } from "@/lib/store";

/** An upload of one ZIP for a job. */
export interface Upload {
  /** Stable while the upload lives; also its Idempotency-Key, so that a retry starts nothing twice. */
  id: string;
  organizationId: string;
  jobId: string;
  jobTitle: string;
  file: File;
  state: "sending" | "done" | "failed";
  /** Bytes sent, of `file.size`. */
  sent: number;
  /** The resulting batch, when done. */
  batch: Batch | null;
  problem: ApiProblem | null;
}

export interface Transfer {
  promise: Promise<Batch>;
  abort: () => void;
}

export type Transport = (upload: Upload, onProgress: (sent: number) => void) => Transfer;

export class UploadStore {
  private readonly uploads = createStore<readonly Upload[]>([]);
  private readonly transfers = new Map<string, Transfer>();
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  readonly subscribe = this.uploads.subscribe;

  /** The uploads, newest first; a new array after every change. */
  readonly all = this.uploads.get;

  /** Starts an upload; returns its id immediately. */
  start(init: Pick<Upload, "organizationId" | "jobId" | "jobTitle" | "file">): string {
    const upload: Upload = { ...init, id: idempotencyKey(), state: "sending", sent: 0, batch: null, problem: null };
    this.uploads.set([upload, ...this.all()]);
    this.send(upload);
    return upload.id;
  }

  /** Retries a failed upload with the same key. */
  retry(id: string): void {
    const upload = this.all().find((candidate) => candidate.id === id);
    if (upload?.state !== "failed") return;
    this.change(id, { state: "sending", sent: 0, problem: null });
    this.send(upload);
  }

  /** Cancels it if it is still being sent, and removes it. */
  dismiss(id: string): void {
    this.transfers.get(id)?.abort();
    this.transfers.delete(id);
    this.uploads.set(this.all().filter((upload) => upload.id !== id));
  }

  /** Cancels and removes all of them. */
  clear(): void {
    for (const transfer of this.transfers.values()) transfer.abort();
    this.transfers.clear();
    this.uploads.set([]);
  }

  private send(upload: Upload): void {
    const transfer = this.transport(upload, (sent) => this.change(upload.id, { sent }));
    this.transfers.set(upload.id, transfer);
    transfer.promise
      .then(
        (batch) => this.change(upload.id, { state: "done", sent: upload.file.size, batch }),
        (error: unknown) =>
          this.change(upload.id, {
            state: "failed",
            problem: error instanceof ApiProblem ? error : unreachable(error),
          }),
      )
      .finally(() => this.transfers.delete(upload.id));
  }

  private change(id: string, patch: Partial<Upload>): void {
    if (!this.all().some((upload) => upload.id === id)) return;
    this.uploads.set(this.all().map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function overHttp(upload: Upload, onProgress: (sent: number) => void): Transfer {
  let current: XMLHttpRequest | null = null;
  let aborted = false;

  const attempt = (): Promise<{ status: number; headers: Headers; body: string }> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      current = request;
      request.open("POST", `/api/organizations/${upload.organizationId}/jobs/${upload.jobId}/batches`);
      request.setRequestHeader("Idempotency-Key", upload.id);
      request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, upload.file.size));
      request.onload = () => {
        const headers = new Headers();
        const retryAfter = request.getResponseHeader("Retry-After");
        if (retryAfter) headers.set("Retry-After", retryAfter);
        resolve({ status: request.status, headers, body: request.responseText });
      };
      request.onerror = () => reject(unreachable(null));
      request.onabort = () => reject(new ApiProblem({ status: 0, code: "client.aborted" }));
      const form = new FormData();
      form.append("file", upload.file, upload.file.name);
      request.send(form);
    });

  const run = async (): Promise<Batch> => {
    let answer = await attempt();
    if (answer.status === 401 && !aborted && (await refreshSession())) answer = await attempt();
    if (answer.status < 200 || answer.status > 299) throw toProblem(answer.status, answer.headers, answer.body);
    return (JSON.parse(answer.body) as { batch: Batch }).batch;
  };

  return {
    promise: run(),
    abort: () => {
      aborted = true;
      current?.abort();
    },
  };
}

/** The app's uploads. */
export const uploads = new UploadStore(overHttp);
onReset(() => uploads.clear());

/** All uploads of this tab, newest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.all);
}
