// Keeps a new, unsaved job in this browser and restores it.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { EMPTY_JOB, type JobText } from "@/entities/job/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { readPrivate, removePrivate, writePrivate } from "@/lib/storage/privateStorage";
import type { ServerForm } from "@/ui/forms/useServerForm";
import { draftOf } from "../logic/draft";

interface JobDraft {
  /** Whether the form was restored from a draft. */
  isRestored: boolean;
  /** Whether the form's content is kept. */
  isKept: boolean;
  /** Empties the form. */
  discard: () => void;
  /** Removes the draft once the job is saved. */
  forget: () => void;
}

export function useJobDraft(enabled: boolean, form: ServerForm<JobText>): JobDraft {
  const { session, membership } = useCurrentOrganization();
  const key = `job-draft ${membership.organization.id} ${session.user.id}`;
  const [isRestored, setRestored] = useState(false);
  const [isKept, setKept] = useState(false);
  const isOver = useRef(!enabled);
  const hasWritten = useRef(false);
  const { value, isDirty } = form;

  const restore = useEffectEvent(() => {
    const draft = isOver.current ? null : draftOf(readPrivate(key));
    if (!draft) return;
    form.edit(draft);
    setRestored(true);
  });
  useEffect(() => restore(), []);

  const keep = useEffectEvent(() => {
    if (isOver.current) return;
    if (!isDirty) {
      // Emptied by hand; before the form is first shown there is nothing to remove.
      if (hasWritten.current) removePrivate(key);
      return;
    }
    hasWritten.current = true;
    const written = writePrivate(key, value);
    setKept(written);
    // A kept draft is not lost by leaving, so don't ask.
    if (written) form.guard.release();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps whatever was written last
  useEffect(() => keep(), [value, isDirty]);

  return {
    isRestored,
    isKept: isKept && isDirty,
    discard: () => {
      removePrivate(key);
      form.edit(EMPTY_JOB);
      setRestored(false);
      setKept(false);
    },
    forget: () => {
      isOver.current = true;
      removePrivate(key);
    },
  };
}
