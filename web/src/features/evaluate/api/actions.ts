// Mutations on the entries of a batch; each invalidates the batch when done.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResumeSource } from "@/entities/application/components/resume/resumeQuery";
import { TASK, TASKS, useInvalidateBatches } from "@/entities/batch/queries";
import { useOrganizationId } from "@/entities/session/session";
import { resultCount } from "@/entities/task/resultCount";
import { waitForTask } from "@/entities/task/waitForTask";
import { api, query } from "@/lib/api/client";
import type {
  Affected,
  BatchTask,
  EvaluationTiming,
  FailureReason,
  Promotion,
  RecognizedText,
  Task,
} from "@/lib/api/types";
import { useUnmountSignal } from "@/lib/useUnmountSignal";
import type { OverStatus } from "./queue";

/** How many entries changed; where there are many, a task does it, which the tray shows too. */
async function countOf(
  organization_id: string,
  answer: Affected | Task | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (answer && "kind" in answer) return resultCount(await waitForTask(organization_id, answer, { signal }), "count");
  return answer?.count ?? 0;
}

/** Retries one entry. */
export function useRetryTask() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (taskId: string) => {
      const path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/retry";
      await api.POST(path, { params: { path: { organization_id, task_id: taskId } } });
    },
    onSettled: changed,
  });
}

/** Retries the entries that failed for a reason, or all that a retry can help; returns the count. */
export function useRetryFailed(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async (reason: FailureReason | null): Promise<number> => {
      const { data } = await api.POST("/api/organizations/{organization_id}/batches/{batch_id}/retry-failed", {
        params: {
          path: { organization_id, batch_id: batchId },
          query: reason ? { reason } : { may_help: true },
        },
      });
      return countOf(organization_id, data, signal());
    },
    onSettled: changed,
  });
}

const FILE = "/api/organizations/{organization_id}/batch-tasks/{task_id}/file";
const TEXT = "/api/organizations/{organization_id}/batch-tasks/{task_id}/text";
const fileKey = (taskId: string) => `task ${taskId}`;

/** Gives a failed entry another file, which is evaluated in its place. */
export function useReplaceFile() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ taskId, file }: { taskId: string; file: File }) => {
      await api.PUT(FILE, {
        params: { path: { organization_id, task_id: taskId }, query: { name: file.name } },
        // The document can only say "binary text"; a file is sent as it is.
        body: file as unknown as string,
        bodySerializer: (bytes) => bytes as unknown as File,
        headers: { "Content-Type": "application/octet-stream" },
      });
    },
    onSuccess: (_, { taskId }) => client.resetQueries({ queryKey: ["resume", fileKey(taskId)] }),
    onSettled: changed,
  });
}

/** Evaluates again what is evaluated but not in the pipeline; returns the count. */
export function useEvaluateBatchAgain(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (when: EvaluationTiming): Promise<number> => {
      const path = "/api/organizations/{organization_id}/batches/{batch_id}/evaluate-again";
      const { data } = await api.POST(path, {
        params: { path: { organization_id, batch_id: batchId }, query: { when } },
      });
      return data?.count ?? 0;
    },
    onSettled: changed,
  });
}

export function useDeleteTask() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (taskId: string) => {
      // Also when the tab is being closed.
      await api.DELETE(TASK, { params: { path: { organization_id, task_id: taskId } }, keepalive: true });
    },
    onSettled: changed,
  });
}

interface Clearing {
  status: OverStatus;
  /** How long ago it was asked for; what failed since then stays. */
  secondsAgo: number;
}

/** Deletes failed or skipped entries; returns the count. */
export function useClearTasks(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async ({ status, secondsAgo }: Clearing): Promise<number> => {
      const query = { status, ended_seconds_ago: secondsAgo };
      // Also when the tab is being closed.
      const { data } = await api.DELETE(TASKS, {
        params: { path: { organization_id, batch_id: batchId }, query },
        keepalive: true,
      });
      return countOf(organization_id, data, signal());
    },
    onSettled: changed,
  });
}

const EMPTY_PROMOTION: Promotion = { created: 0, existing: 0, skipped: 0 };

/** Adds these entries, or all completed ones, to the pipeline. */
export function usePromoteTasks(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async (taskIds: readonly string[] | null): Promise<Promotion> => {
      const path = "/api/organizations/{organization_id}/batches/{batch_id}/promote";
      const { data } = await api.POST(path, {
        params: { path: { organization_id, batch_id: batchId } },
        body: taskIds ? { task_ids: [...taskIds] } : {},
      });
      if (data && "kind" in data) {
        const task = await waitForTask(organization_id, data, { signal: signal() });
        const count = (name: keyof Promotion) => resultCount(task, name);
        return { created: count("created"), existing: count("existing"), skipped: count("skipped") };
      }
      return data ?? EMPTY_PROMOTION;
    },
    onSettled: changed,
  });
}

/** One entry with its evaluation. */
export function useTask(taskId: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", TASK, { params: { path: { organization_id, task_id: taskId } } });
}

/** The entry's file, for the viewer. */
export function useTaskFile(): (task: Pick<BatchTask, "id" | "file_name">) => ResumeSource {
  const organization_id = useOrganizationId();
  return (task) => ({
    key: fileKey(task.id),
    fileName: task.file_name,
    load: async () => {
      const { response } = await api.GET(FILE, {
        params: { path: { organization_id, task_id: task.id } },
        parseAs: "stream",
      });
      return response.blob();
    },
    loadText: async () => {
      const params = { path: { organization_id, task_id: task.id } };
      return (await api.GET(TEXT, { params })).data as RecognizedText;
    },
  });
}
