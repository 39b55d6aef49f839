// Interview actions from the list: set the outcome or reschedule, with the reason if refused.
import { App } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { UNDO_SECONDS, useChangeSchedule } from "@/entities/interview/schedules";
import { ApiProblem } from "@/lib/api/problem";
import type { Schedule, SchedulePatch } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";

const ERROR_SECONDS = 5;

export function useScheduleActions() {
  const { t } = useTranslation("schedule");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const toast = useActionToast();
  const { mutateAsync, isPending } = useChangeSchedule();

  const fail = useCallback(
    (failed: string, error: unknown) => {
      const isOwn = error instanceof ApiProblem && error.code === "schedule.not_linked";
      const why = errorText(error);
      message.error(isOwn ? why : t("failed.why", { failed, why }), ERROR_SECONDS);
    },
    [errorText, message, t],
  );

  /** Sets the interview's outcome; returns whether it succeeded. */
  const mark = useCallback(
    async (schedule: Schedule, status: "completed" | "no_show" | "cancelled" | "scheduled"): Promise<boolean> => {
      const isAhead = new Date(schedule.start_time).getTime() > Date.now();
      const question =
        status === "cancelled"
          ? { title: t("ask.cancelled"), content: t("ask.cancelled_text"), okText: t("action.cancel") }
          : status === "no_show" && isAhead
            ? { title: t("ask.no_show"), content: t("ask.ahead"), okText: t("action.no_show") }
            : status === "completed" && isAhead
              ? { title: t("ask.completed"), content: t("ask.ahead"), okText: t("action.complete") }
              : null;
      if (question) {
        const danger = { danger: status !== "completed" };
        const isSure = await modal.confirm({ ...question, okButtonProps: danger, cancelText: t("ask.keep") });
        if (!isSure) return false;
      }
      try {
        const saved = await mutateAsync({ schedule, change: { status } });
        const text = {
          completed: t("done.completed"),
          no_show: t("done.no_show"),
          cancelled: t("done.cancelled"),
          scheduled: t("done.scheduled"),
        }[status];
        const restore = () =>
          void mutateAsync({ schedule: saved, change: { status: "scheduled" } }).catch((error: unknown) =>
            fail(t("failed.mark"), error),
          );
        toast({
          key: `schedule-${saved.id}`,
          text,
          ...(status === "cancelled" ? { undo: restore, seconds: UNDO_SECONDS } : {}),
        });
        return true;
      } catch (error) {
        const isMove = error instanceof ApiProblem && error.code.startsWith("application.");
        fail(isMove ? t("failed.sub_status") : t("failed.mark"), error);
        return false;
      }
    },
    [fail, modal, mutateAsync, t, toast],
  );

  /** Reschedules the interview, with undo. */
  const move = useCallback(
    async (schedule: Schedule, to: Pick<SchedulePatch, "start_time" | "end_time">) => {
      try {
        const saved = await mutateAsync({ schedule, change: to });
        const { start_time, end_time } = schedule;
        toast({
          key: `schedule-${saved.id}`,
          text: t("done.moved"),
          seconds: UNDO_SECONDS,
          undo: () =>
            void mutateAsync({ schedule: saved, change: { start_time, end_time } }).catch((error: unknown) =>
              fail(t("failed.move"), error),
            ),
        });
      } catch (error) {
        fail(t("failed.move"), error);
      }
    },
    [fail, mutateAsync, t, toast],
  );

  return { mark, move, isPending };
}
