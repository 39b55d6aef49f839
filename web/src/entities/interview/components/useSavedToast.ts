// Says that an interview was saved, and undoes it before emails about it are sent.
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { revertOf } from "../scheduleForm";
import { UNDO_SECONDS, useChangeSchedule } from "../schedules";

/** `before` is null for a new interview, which is undone by cancelling it where that leaves the candidate as they were. */
export function useSavedToast(): (saved: Schedule, before: Schedule | null, isReversible: boolean) => void {
  const { t } = useTranslation("interview");
  const errorText = useErrorText();
  const toast = useActionToast();
  const { mutateAsync } = useChangeSchedule();
  return (saved, before, isReversible) => {
    const key = `schedule-${saved.id}`;
    const undo = () =>
      void mutateAsync({
        schedule: saved,
        change: before ? revertOf(before, saved) : { status: "cancelled" },
      }).catch((error: unknown) =>
        toast({ key, type: "error", text: t("done.undo_failed", { why: errorText(error) }) }),
      );
    toast({
      key,
      text: before ? t("done.changed") : t("done.scheduled"),
      seconds: UNDO_SECONDS,
      ...(before || isReversible ? { undo } : {}),
    });
  };
}
