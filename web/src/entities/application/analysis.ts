// Career analyses: requesting one, and its state.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { AnalysisStatus } from "@/lib/api/types";

/** Polling interval of a running analysis. */
export const ANALYSIS_POLL_INTERVAL_MS = 1_000;

export function isAnalyzing(status: AnalysisStatus | null | undefined): boolean {
  return status === "pending" || status === "processing";
}

/** Whether the query shows the state of an analysis. */
function showsAnalysis(path: unknown): boolean {
  return typeof path === "string" && /\/(resumes|tasks|\{application_id\})$/.test(path);
}

export function useAnalyze() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (resume_id: string) =>
      api.POST("/api/organizations/{organization_id}/resumes/{resume_id}/analyze", {
        params: { path: { organization_id, resume_id } },
      }),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => showsAnalysis(path) }),
  });
}
