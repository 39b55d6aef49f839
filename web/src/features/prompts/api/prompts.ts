// Prompts: my own, the organization's and the built-in ones, and how one reads for a job.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { Prompt, PromptType } from "@/lib/api/types";

const PROMPTS = "/api/organizations/{organization_id}/prompts";
const PROMPT = "/api/organizations/{organization_id}/prompts/{prompt_id}";

export function usePrompts() {
  const organization_id = useOrganizationId();
  return query.useQuery("get", PROMPTS, { params: { path: { organization_id } } });
}

interface Saving {
  /** The prompt to change; null to write one. */
  prompt: Prompt | null;
  prompt_type: PromptType;
  text: string;
  is_default: boolean;
}

export function useSavePrompt() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ prompt, prompt_type, text, is_default }: Saving) => {
      const answer = prompt
        ? await api.PATCH(PROMPT, {
            params: { path: { organization_id, prompt_id: prompt.id } },
            body: { text, version: prompt.version },
          })
        : await api.POST(PROMPTS, {
            params: { path: { organization_id } },
            body: { prompt_type, text, is_default },
          });
      return answer.data;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", PROMPTS] }),
  });
}

/** Puts one that somebody wrote into force, or out of it: then what is behind it is. */
export function useSwitchPrompt() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ prompt, is_active }: { prompt: Prompt; is_active: boolean }) =>
      api.PATCH(PROMPT, {
        params: { path: { organization_id, prompt_id: prompt.id } },
        body: { is_active, version: prompt.version },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", PROMPTS] }),
  });
}

/** Deletes one that somebody wrote: what is behind it is in force again. */
export function useDeletePrompt() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE(PROMPT, { params: { path: { organization_id, prompt_id: id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", PROMPTS] }),
  });
}

export function usePreviewPrompt() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ id, text, jobId }: { id: string; text: string; jobId: string }) =>
      (
        await api.POST("/api/organizations/{organization_id}/prompts/{prompt_id}/preview", {
          params: { path: { organization_id, prompt_id: id } },
          body: { job_id: jobId, text },
        })
      ).data,
  });
}
