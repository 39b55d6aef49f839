// Drafts a job's texts by a task, streaming the text; stopping cancels the task.
import { useEffect, useRef, useState } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { TaskFailed } from "@/entities/task/failure";
import { api, idempotencyKey } from "@/lib/api/client";
import { followTask } from "@/lib/api/taskStream";
import type { Task } from "@/lib/api/types";

export type DraftKind = "jd" | "criteria" | "questions";

export interface DraftInput {
  kind: DraftKind;
  title: string;
  core_requirement: string;
  jd: string;
  company_name: string;
}

export interface Drafted {
  text: string;
  engine: string;
  /** A template was used because the model failed. */
  hasFallenBack: boolean;
}

interface Listener {
  /** The text so far. */
  onText: (text: string) => void;
  onDone: (drafted: Drafted) => void;
  onFailed: (error: unknown) => void;
}

interface Draft {
  isWorking: boolean;
  start: (input: DraftInput) => void;
  stop: () => void;
}

export function draftedOf(task: Task): Drafted | null {
  const { result } = task;
  if (task.status !== "completed" || typeof result !== "object" || result === null) return null;
  const { text, engine, fallback_reason } = result as Partial<Record<string, unknown>>;
  if (typeof text !== "string") return null;
  return { text, engine: typeof engine === "string" ? engine : "", hasFallenBack: typeof fallback_reason === "string" };
}

export function useDraft({ onText, onDone, onFailed }: Listener): Draft {
  const organization_id = useOrganizationId();
  const [isWorking, setIsWorking] = useState(false);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  const cancel = (task_id: string) =>
    // It may have finished meanwhile.
    api
      .POST("/api/organizations/{organization_id}/tasks/{task_id}/cancel", {
        params: { path: { organization_id, task_id } },
      })
      .catch(() => null);

  const run = async (input: DraftInput, signal: AbortSignal) => {
    const { data } = await api.POST("/api/organizations/{organization_id}/job-drafts", {
      params: { path: { organization_id } },
      headers: { "Idempotency-Key": idempotencyKey() },
      body: input,
    });
    if (!data) return;
    if (signal.aborted) return void cancel(data.id);
    const onAbort = () => void cancel(data.id);
    signal.addEventListener("abort", onAbort);
    // A finished task cannot be cancelled.
    const task = await followTask(organization_id, data.id, { signal, onText }).finally(() =>
      signal.removeEventListener("abort", onAbort),
    );
    const drafted = draftedOf(task);
    if (!drafted) throw new TaskFailed(task.error ?? null);
    onDone(drafted);
  };

  return {
    isWorking,
    start: (input) => {
      const stop = new AbortController();
      waiting.current = stop;
      setIsWorking(true);
      run(input, stop.signal)
        .catch((error: unknown) => {
          if (!stop.signal.aborted) onFailed(error);
        })
        .finally(() => {
          if (waiting.current === stop) setIsWorking(false);
        });
    },
    stop: () => {
      waiting.current?.abort();
      waiting.current = null;
      setIsWorking(false);
    },
  };
}
