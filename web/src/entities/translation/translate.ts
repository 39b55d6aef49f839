// Translates a text written by AI, as a task.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { TaskFailed } from "@/entities/task/failure";
import type { Language } from "@/i18n/languages";
import { api, idempotencyKey } from "@/lib/api/client";
import { followTask } from "@/lib/api/taskStream";

function translationOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null || !("translatedText" in result)) return null;
  return typeof result.translatedText === "string" ? result.translatedText : null;
}

export function useTranslate() {
  const organization_id = useOrganizationId();
  const waiting = useRef(new AbortController());
  useEffect(() => {
    waiting.current = new AbortController();
    return () => waiting.current.abort();
  }, []);
  return useMutation({
    mutationFn: async ({ text, language }: { text: string; language: Language }) => {
      const { data } = await api.POST("/api/organizations/{organization_id}/translate-text", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: { textToTranslate: text, targetLanguage: language },
      });
      if (!data) throw new TaskFailed(null);
      const task = await followTask(organization_id, data.id, { signal: waiting.current.signal });
      const translation = translationOf(task.result);
      if (translation === null) throw new TaskFailed(task.error ?? null);
      return translation;
    },
  });
}
