// The organization's AI provider: settings, test, usage, and resuming after a pause.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { resultCount } from "@/entities/task/resultCount";
import { waitForTask } from "@/entities/task/waitForTask";
import { api, query } from "@/lib/api/client";
import type { AiSettingsInput } from "@/lib/api/types";
import { useUnmountSignal } from "@/lib/useUnmountSignal";

const SETTINGS = "/api/organizations/{organization_id}/settings/ai";

export function useAiSettings() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", SETTINGS, { params: { path: { organization_id } } });
}

export function useSaveAiSettings() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: AiSettingsInput) =>
      (await api.PUT(SETTINGS, { params: { path: { organization_id } }, body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", SETTINGS] }),
  });
}

export function useTestAi() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async () => (await api.POST(`${SETTINGS}/test`, { params: { path: { organization_id } } })).data,
  });
}

/** Ends the pause; tasks that failed because of it are retried. */
export function useResumeAi() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async (): Promise<number> => {
      const path = "/api/organizations/{organization_id}/ai/resume";
      const { data } = await api.POST(path, { params: { path: { organization_id } } });
      if (!data) return 0;
      if ("retried" in data) return data.retried;
      // Where there are many, a task retries them.
      return resultCount(await waitForTask(organization_id, data, { signal: signal() }), "count");
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["get", SETTINGS] }),
  });
}
