// The timeout check on the server. Loaded when it is started.
import { waitForTask } from "@/entities/task/waitForTask";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";

export interface TimeoutResult {
  updated_count: number;
  /** Of them, those of the board's job; not counted by an older worker. */
  job?: { updated_count: number };
  online_timeout_count: number;
  onsite_timeout_count: number;
  /** Invitations that time out within a day. */
  warnings_count: number;
}

interface Options {
  organization_id: string;
  job_id: string;
  signal: AbortSignal;
  refresh: () => Promise<unknown>;
}

export async function checkTimeouts(options: Options): Promise<TimeoutResult> {
  const { organization_id, job_id, signal, refresh } = options;
  const params = { path: { organization_id }, query: { job_id } };
  const { data } = await api.POST("/api/organizations/{organization_id}/check-interview-timeout", { params });
  const task = data && (await waitForTask(organization_id, data, { signal }));
  if (task?.status !== "completed") throw new ApiProblem({ status: 500, code: "server.internal" });
  const result = task.result as unknown as TimeoutResult;
  if (result.updated_count > 0) await refresh();
  return result;
}
