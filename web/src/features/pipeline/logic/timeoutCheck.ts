// The timeout check on the server, and what is said of its result. Loaded when it is started.
import type { TFunction } from "i18next";
import { waitForTask } from "@/entities/task/waitForTask";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";

const FOUND_SECONDS = 5;
const NONE_SECONDS = 3;

interface TimeoutResult {
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
  t: TFunction<"pipeline">;
}

export async function checkTimeouts(options: Options): Promise<{ text: string; seconds: number }> {
  const { organization_id, job_id, signal, refresh, t } = options;
  const params = { path: { organization_id }, query: { job_id } };
  const { data } = await api.POST("/api/organizations/{organization_id}/check-interview-timeout", { params });
  const task = data && (await waitForTask(organization_id, data, { signal }));
  if (task?.status !== "completed") throw new ApiProblem({ status: 500, code: "server.internal" });
  const { updated_count, job, online_timeout_count, onsite_timeout_count, warnings_count } =
    task.result as unknown as TimeoutResult;
  const found = updated_count > 0;
  if (found) await refresh();
  const all = found
    ? t("timeout.found", { count: updated_count, online: online_timeout_count, onsite: onsite_timeout_count })
    : t("timeout.none");
  const here = found && job ? t("timeout.here", { count: job.updated_count }) : null;
  const outcome = here ? t("timeout.and_soon", { outcome: all, soon: here }) : all;
  const text =
    warnings_count > 0
      ? t("timeout.and_soon", { outcome, soon: t("timeout.soon", { count: warnings_count }) })
      : outcome;
  return { text, seconds: found ? FOUND_SECONDS : NONE_SECONDS };
}
