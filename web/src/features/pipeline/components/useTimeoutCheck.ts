// Runs the timeout check: moves invitations without an answer in time, and reports how many.
import type { Dispatch, SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import { waitForTask } from "@/entities/task/waitForTask";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import { useUnmountSignal } from "@/lib/useUnmountSignal";
import { useErrorText } from "@/ui/errorText";
import type { Message } from "@/ui/MessageModal";

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

export function useTimeoutCheck(
  job_id: string,
  setMessage: Dispatch<SetStateAction<Message | null>>,
  refresh: () => Promise<unknown>,
) {
  const { t } = useTranslation("pipeline");
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const signal = useUnmountSignal();
  const title = t("timeout.title");
  return async () => {
    const progress: Message = { type: "progress", title, text: t("timeout.progress"), closable: true };
    setMessage(progress);
    // Once it is closed, the task tray shows how the check ended.
    const showResult = (result: Message) => setMessage((shown) => (shown === progress ? result : shown));
    try {
      const params = { path: { organization_id }, query: { job_id } };
      const { data } = await api.POST("/api/organizations/{organization_id}/check-interview-timeout", { params });
      const task = data && (await waitForTask(organization_id, data, { signal: signal() }));
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
      showResult({ type: "success", title, text, closable: true, seconds: found ? FOUND_SECONDS : NONE_SECONDS });
    } catch (error) {
      const text = t("failed.why", { failed: t("timeout.failed"), why: errorText(error) });
      showResult({ type: "error", title, text, closable: true, seconds: FOUND_SECONDS });
    }
  };
}
