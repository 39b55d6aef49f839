// Drafting a job's texts: a task is asked for and followed until its text is there, or nobody waits for it any more.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey, query } from "@/lib/api/client";

const POLL_MS = 1_000;

export type DraftKind = "jd" | "criteria" | "questions";

interface DraftInput {
  kind: DraftKind;
  title: string;
  core_requirement: string;
  jd: string;
  company_name: string;
}

interface Draft {
  isWorking: boolean;
  start: (input: DraftInput) => void;
  /** Waits for it no longer. */
  stop: () => void;
}

function textOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null || !("text" in result)) return null;
  return typeof result.text === "string" ? result.text : null;
}

export function useDraft(on: { text: (text: string) => void; failed: (error: unknown) => void }): Draft {
  const organization_id = useOrganizationId();
  const [taskId, setTaskId] = useState<string | null>(null);
  const ask = useMutation({
    mutationFn: async (body: DraftInput) =>
      (
        await api.POST("/api/organizations/{organization_id}/job-drafts", {
          params: { path: { organization_id } },
          headers: { "Idempotency-Key": idempotencyKey() },
          body,
        })
      ).data,
    onSuccess: (task) => setTaskId(task?.id ?? null),
    onError: on.failed,
  });
  const task = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/tasks/{task_id}",
    { params: { path: { organization_id, task_id: taskId ?? "" } } },
    {
      enabled: taskId !== null,
      refetchInterval: ({ state }) =>
        state.data?.status === "completed" || state.data?.status === "failed" ? false : POLL_MS,
    },
  );
  const status = taskId === null ? undefined : task.data?.status;
  const finish = useEffectEvent(() => {
    if (status !== "completed" && status !== "failed") return;
    const text = status === "completed" ? textOf(task.data?.result) : null;
    setTaskId(null);
    if (text === null) on.failed(null);
    else on.text(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the task is over
  useEffect(() => finish(), [status]);
  return {
    isWorking: ask.isPending || taskId !== null,
    start: (input) => ask.mutate(input),
    stop: () => setTaskId(null),
  };
}
