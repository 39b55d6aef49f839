// Translates a text written by AI, as a task.
import { useMutation } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { TaskFailed } from "@/entities/task/failure";
import type { Language } from "@/i18n/languages";
import { api, idempotencyKey } from "@/lib/api/client";
import { followTask } from "@/lib/api/taskStream";
import { useUnmountSignal } from "@/lib/useUnmountSignal";

function translationOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null || !("translatedText" in result)) return null;
  return typeof result.translatedText === "string" ? result.translatedText : null;
}

export function useTranslate() {
  const organization_id = useOrganizationId();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async ({ text, language }: { text: string; language: Language }) => {
      const { data } = await api.POST("/api/organizations/{organization_id}/translate-text", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: { textToTranslate: text, targetLanguage: language },
      });
      if (!data) throw new TaskFailed(null);
      const task = await followTask(organization_id, data.id, { signal: signal() });
      const translation = translationOf(task.result);
      if (translation === null) throw new TaskFailed(task.error ?? null);
      return translation;
    },
  });
}
