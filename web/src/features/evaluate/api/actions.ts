// Mutations on the entries of a batch; each invalidates the batch when done.
import { useMutation } from "@tanstack/react-query";
import type { ResumeSource } from "@/entities/application/components/resume/ResumeView";
import { POLL_MS } from "@/entities/batch/progress";
import { TASK, useInvalidateBatches } from "@/entities/batch/queries";
import { useOrganizationId } from "@/entities/session/session";
import { isTaskActive } from "@/entities/task/tasks";
import { api, query } from "@/lib/api/client";
import type { BatchTask, Promotion, Task } from "@/lib/api/types";

/** Parallel requests when a group is retried. */
const PARALLEL = 6;

/** Retries entries; `all` retries every failed entry of the batch. Returns the count. */
export function useRetryTasks(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async ({ tasks, all }: { tasks: readonly BatchTask[]; all: boolean }): Promise<number> => {
      if (all) {
        const path = "/api/organizations/{organization_id}/batches/{batch_id}/retry-failed";
        const { data } = await api.POST(path, { params: { path: { organization_id, batch_id: batchId } } });
        return data?.count ?? 0;
      }
      const waiting = [...tasks];
      const work = async () => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          const path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/retry";
          await api.POST(path, { params: { path: { organization_id, task_id: task.id } } });
        }
      };
      await Promise.all(Array.from({ length: Math.min(PARALLEL, tasks.length) }, work));
      return tasks.length;
    },
    onSettled: changed,
  });
}

export function useDeleteTask() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (taskId: string) => {
      await api.DELETE(TASK, { params: { path: { organization_id, task_id: taskId } } });
    },
    onSettled: changed,
  });
}

/** Deletes failed or skipped entries; returns the count. */
export function useClearTasks(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (status: "failed" | "skipped"): Promise<number> => {
      const path = "/api/organizations/{organization_id}/batches/{batch_id}/tasks";
      const { data } = await api.DELETE(path, {
        params: { path: { organization_id, batch_id: batchId }, query: { status } },
      });
      return data?.count ?? 0;
    },
    onSettled: changed,
  });
}

const EMPTY_PROMOTION: Promotion = { created: 0, existing: 0, skipped: 0 };

/** Large promotions run as a task, which the tray shows too. */
async function waitForPromotion(organization_id: string, begun: Task): Promise<Task> {
  let task = begun;
  while (isTaskActive(task)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const path = "/api/organizations/{organization_id}/tasks/{task_id}";
    const { data } = await api.GET(path, { params: { path: { organization_id, task_id: task.id } } });
    if (!data) break;
    task = data;
  }
  return task;
}

function promotionOf({ result }: Task): Promotion {
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  const found: Record<string, unknown> = result ?? {};
  return { created: count(found.created), existing: count(found.existing), skipped: count(found.skipped) };
}

/** Adds these entries, or all completed ones, to the pipeline. */
export function usePromoteTasks(batchId: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateBatches();
  return useMutation({
    mutationFn: async (taskIds: readonly string[] | null): Promise<Promotion> => {
      const path = "/api/organizations/{organization_id}/batches/{batch_id}/promote";
      const { data } = await api.POST(path, {
        params: { path: { organization_id, batch_id: batchId } },
        body: taskIds ? { task_ids: [...taskIds] } : {},
      });
      if (data && "kind" in data) return promotionOf(await waitForPromotion(organization_id, data));
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

/** The entry's file, as the viewer takes it. */
export function useTaskFile(): (task: Pick<BatchTask, "id" | "file_name">) => ResumeSource {
  const organization_id = useOrganizationId();
  return (task) => ({
    key: `task ${task.id}`,
    fileName: task.file_name,
    load: async () => {
      const path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/file";
      const { response } = await api.GET(path, {
        params: { path: { organization_id, task_id: task.id } },
        parseAs: "stream",
      });
      return response.blob();
    },
  });
}
