// Keeps what is written of letters as drafts on the server, whenever writing pauses, and says how that stands.
import { useEffect, useEffectEvent, useState } from "react";
import { useSaveDraft } from "@/entities/email/queries";
import type { EmailLanguage, EmailType } from "@/lib/api/types";
import type { Letter, Letters } from "../logic/letters";

export type Saving = "idle" | "saving" | "saved" | "failed";

/** A pause of writing after which drafts are kept. */
const SAVE_MS = 800;

interface Options {
  letters: Letters;
  type: EmailType;
  language: EmailLanguage;
  onKept: (applicationId: string, draftId: string) => void;
}

const textOf = ({ subject, body }: Letter) => `${subject}\n${body}`;

export function useSavedDrafts({ letters, type, language, onKept }: Options): { saving: Saving; hasUnsaved: boolean } {
  const save = useSaveDraft();
  const [saving, setSaving] = useState<Saving>("idle");
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  const unsaved = [...letters.values()].filter(
    (letter) =>
      letter.isEdited &&
      (letter.state === "ready" || (letter.state === "empty" && letter.draftId !== null)) &&
      kept.get(letter.applicationId) !== textOf(letter),
  );
  const keep = useEffectEvent(async () => {
    setSaving("saving");
    const results = await Promise.allSettled(
      unsaved.map(async (letter) => {
        const { draftId, applicationId, subject, body } = letter;
        const id = await save.mutateAsync({ draftId, applicationId, type, language, subject, body });
        setKept((former) => new Map(former).set(applicationId, textOf(letter)));
        onKept(applicationId, id);
      }),
    );
    setSaving(results.some(({ status }) => status === "rejected") ? "failed" : "saved");
  });
  const written = unsaved.map((letter) => `${letter.applicationId}\n${textOf(letter)}`).join("\n\n");
  useEffect(() => {
    if (!written) return;
    const timer = setTimeout(() => void keep(), SAVE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return { saving: written && saving !== "failed" ? "saving" : saving, hasUnsaved: unsaved.length > 0 };
}
