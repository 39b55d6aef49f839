// Prompts: mine, the organization's and the built-in ones, and their preview for a job.
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
  /** The prompt to change; null for a new one. */
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

/** Enables or disables a custom prompt; a disabled one falls back to the next scope. */
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

/** Deletes a custom prompt; the next scope's prompt applies again. */
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
