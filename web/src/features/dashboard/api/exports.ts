// Exports of the dashboard: list and create.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { TASKS, useMyTasks } from "@/entities/task/queries";
import { isTaskActive } from "@/entities/task/tasks";
import type { Language } from "@/i18n/languages";
import { api, idempotencyKey, query } from "@/lib/api/client";

const EXPORTS = "/api/organizations/{organization_id}/exports";

export type ExportFormat = "xlsx" | "pdf";

export interface ExportOrder {
  format: ExportFormat;
  language: Language;
  from: string;
  to: string;
  job_id?: string;
  /** Lists candidates with their names in the workbook. */
  names: boolean;
}

/** The exported files, refetched when one of my exports ends. */
export function useExports() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const myTasks = useMyTasks();
  const exports = (myTasks.data?.items ?? []).filter((task) => task.kind === "dashboard.export");
  const over = exports.filter((task) => !isTaskActive(task)).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each export that is over
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["get", EXPORTS] });
  }, [client, over]);
  const list = query.useQuery("get", EXPORTS, { params: { path: { organization_id }, query: { limit: 20 } } });
  return { list, working: exports.some(isTaskActive) };
}

export function useOrderExport() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ExportOrder) =>
      (
        await api.POST("/api/organizations/{organization_id}/dashboard/export", {
          params: { path: { organization_id } },
          headers: { "Idempotency-Key": idempotencyKey() },
          body,
        })
      ).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", TASKS] }),
  });
}
