// Saves drafts on the server after pauses in typing, and reports the state of saving.
import { useEffect, useEffectEvent, useState } from "react";
import { staleDraft, useSaveDraft } from "@/entities/email/queries";
import type { Email, EmailLanguage, EmailType } from "@/lib/api/types";
import { hasConflict, isUnsaved, type Letter, type Letters, type LetterText } from "../logic/letters";

export type Saving = "idle" | "saving" | "saved" | "failed";

/** Delay after the last change. */
const SAVE_MS = 800;

interface Options {
  letters: Letters;
  type: EmailType;
  language: EmailLanguage;
  /** While they are being sent. */
  isPaused: boolean;
  onKept: (applicationId: string, sent: LetterText, draft: Email) => void;
  /** Another user changed the draft in the meantime. */
  onStale: (theirs: Email) => void;
}

const keyOf = ({ applicationId, version, subject, body }: Letter) =>
  `${applicationId}\n${version}\n${subject}\n${body}`;

export function useSavedDrafts({ letters, type, language, isPaused, onKept, onStale }: Options): {
  saving: Saving;
  /** Whether a request is under way. */
  isSaving: boolean;
  hasUnsaved: boolean;
} {
  const save = useSaveDraft();
  const [saving, setSaving] = useState<Saving>("idle");
  const [isBusy, setBusy] = useState(false);
  const unsaved = [...letters.values()].filter(isUnsaved);
  const ready = unsaved.filter((letter) => !hasConflict(letter));

  const keepOne = async (letter: Letter): Promise<Saving> => {
    const { draftId, version, applicationId, subject, body } = letter;
    try {
      const written = { language: letter.language ?? language, subject, body };
      const draft = await save.mutateAsync({ draftId, version, applicationId, type, ...written });
      onKept(applicationId, { subject, body }, draft);
      return "saved";
    } catch (error) {
      const theirs = staleDraft(error);
      if (!theirs) return "failed";
      onStale(theirs);
      return "idle";
    }
  };
  const keep = useEffectEvent(async () => {
    setBusy(true);
    setSaving("saving");
    const results = await Promise.all(ready.map(keepOne));
    setSaving((["failed", "idle"] as const).find((result) => results.includes(result)) ?? "saved");
    setBusy(false);
  });
  const written = ready.map(keyOf).join("\n\n");
  useEffect(() => {
    // One request at a time: later changes are based on its answer.
    if (!written || isBusy || isPaused) return;
    const timer = setTimeout(() => void keep(), SAVE_MS);
    return () => clearTimeout(timer);
  }, [written, isBusy, isPaused]);
  return {
    saving: written && saving !== "failed" ? "saving" : saving,
    isSaving: isBusy,
    hasUnsaved: unsaved.length > 0,
  };
}
