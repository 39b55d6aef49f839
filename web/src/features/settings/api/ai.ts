// The organization's AI provider: settings, test, usage, and resuming after a pause.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { resultCount } from "@/entities/task/resultCount";
import { waitForTask } from "@/entities/task/waitForTask";
import type { Language } from "@/i18n/languages";
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

/** The known providers, with their addresses. */
export function useAiProviders() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", `${SETTINGS}/providers`, { params: { path: { organization_id } } });
}

/** Asks an address for its models. */
export function useListAiModels() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (body: { baseUrl?: string; apiKey?: string }) =>
      (await api.POST(`${SETTINGS}/models`, { params: { path: { organization_id } }, body })).data,
  });
}

export function useTestAi() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (language: Language) => {
      const params = { path: { organization_id }, query: { language } };
      return (await api.POST(`${SETTINGS}/test`, { params })).data;
    },
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
