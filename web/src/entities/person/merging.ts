// Merging a person into another, with undo.
import { App } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import type { PersonMerge } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { useMergePeople, useUndoMerge } from "./queries";

interface Merging {
  merge: (otherId: string) => Promise<void>;
  undo: (merge: PersonMerge) => Promise<void>;
  isPending: boolean;
}

/** How long the toast offers undo; afterwards the candidate's page does. */
const UNDO_SECONDS = 10;

export function useMerging(personId: string): Merging {
  const { t } = useTranslation("review");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const toast = useActionToast();
  const organization_id = useOrganizationId();
  const { mutateAsync: mergeAsync, isPending: isMerging } = useMergePeople();
  const { mutateAsync: undoAsync, isPending: isUndoing } = useUndoMerge();

  const undo = useCallback(
    async ({ id, name }: PersonMerge) => {
      try {
        await undoAsync({ params: { path: { organization_id, person_id: personId, merge_id: id } } });
        toast({ key: `merge-${id}`, text: t("same_contact.unmerged", { name: name ?? t("nameless") }) });
      } catch (error) {
        message.error(errorText(error), 5);
      }
    },
    [undoAsync, organization_id, personId, toast, t, message, errorText],
  );

  const merge = useCallback(
    async (otherId: string) => {
      try {
        const merged = await mergeAsync({
          params: { path: { organization_id, person_id: personId } },
          body: { person_id: otherId },
        });
        toast({
          key: `merge-${merged.id}`,
          text: t("same_contact.merged", { name: merged.name ?? t("nameless") }),
          undo: () => void undo(merged),
          seconds: UNDO_SECONDS,
        });
      } catch (error) {
        message.error(errorText(error), 5);
      }
    },
    [mergeAsync, organization_id, personId, toast, t, undo, message, errorText],
  );

  return { merge, undo, isPending: isMerging || isUndoing };
}
