// Saves drafts on the server after pauses in typing, and reports the state of saving.
import { useEffect, useEffectEvent, useState } from "react";
import { staleDraft, useSaveDraft } from "@/entities/email/queries";
import { ApiProblem, isTransient } from "@/lib/api/problem";
import type { Email, EmailLanguage, EmailType } from "@/lib/api/types";
import { hasConflict, isUnsaved, type Letter, type Letters, type LetterText } from "../logic/letters";

export type Saving = "idle" | "saving" | "saved" | "failed";

/** Delay after the last change. */
const SAVE_MS = 800;
/** Delay before a save that failed for a moment is tried again. */
const RETRY_MS = 5_000;

interface Options {
  letters: Letters;
  type: EmailType;
  language: EmailLanguage;
  /** While they are being sent. */
  isPaused: boolean;
  /** Whether to save without a pause in typing, before they are left. */
  isUrgent?: boolean;
  onSaved: (applicationId: string, sent: LetterText, draft: Email) => void;
  /** Another user changed the draft in the meantime. */
  onStale: (theirs: Email) => void;
  /** The server refuses it, which another try doesn't change. */
  onRefused: (applicationId: string, error: unknown) => void;
}

const keyOf = ({ applicationId, version, subject, body }: Letter) =>
  `${applicationId}\n${version}\n${subject}\n${body}`;

export function useSavedDrafts(options: Options): {
  saving: Saving;
  /** Whether a request is under way. */
  isSaving: boolean;
  hasUnsaved: boolean;
} {
  const { letters, type, language, isPaused, isUrgent = false, onSaved, onStale, onRefused } = options;
  const save = useSaveDraft();
  const [saving, setSaving] = useState<Saving>("idle");
  const [isBusy, setBusy] = useState(false);
  const unsaved = [...letters.values()].filter(isUnsaved);
  /** What the server refused, so that it is sent again only after a change. */
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const open = unsaved.filter((letter) => !refused.has(keyOf(letter)));
  const ready = open.filter((letter) => !hasConflict(letter));

  const saveOne = async (letter: Letter): Promise<Saving> => {
    const { draftId, version, applicationId, subject, body } = letter;
    try {
      const written = { language: letter.language ?? language, subject, body };
      const draft = await save.mutateAsync({ draftId, version, applicationId, type, ...written });
      onSaved(applicationId, { subject, body }, draft);
      return "saved";
    } catch (error) {
      const theirs = staleDraft(error);
      if (theirs?.status === "draft") {
        onStale(theirs);
        return "idle";
      }
      if (isTransient(error)) return "failed";
      setRefused((former) => new Set([...former, keyOf(letter)]));
      onRefused(applicationId, theirs ? new ApiProblem({ status: 409, code: "email.not_draft" }) : error);
      return "idle";
    }
  };
  const keep = useEffectEvent(async () => {
    setBusy(true);
    setSaving("saving");
    const results = await Promise.all(ready.map(saveOne));
    setSaving((["failed", "idle"] as const).find((result) => results.includes(result)) ?? "saved");
    setBusy(false);
  });
  const written = ready.map(keyOf).join("\n\n");
  useEffect(() => {
    // One request at a time: later changes are based on its answer.
    if (!written || isBusy || isPaused) return;
    const timer = setTimeout(() => void keep(), saving === "failed" ? RETRY_MS : isUrgent ? 0 : SAVE_MS);
    return () => clearTimeout(timer);
  }, [written, isBusy, isPaused, isUrgent, saving]);
  const shown = written && saving !== "failed" ? "saving" : saving;
  return {
    saving: open.length < unsaved.length ? "failed" : shown,
    isSaving: isBusy,
    hasUnsaved: unsaved.length > 0,
  };
}
