// What can be done about failed entries: retry, another file, deletion of all.
import { App } from "antd";
import { type ChangeEvent, type ReactNode, useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import { trayOf } from "@/entities/task/trayBatches";
import { ApiProblem } from "@/lib/api/problem";
import type { Batch, BatchTask, FailureReason } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useClearTasks, useReplaceFile, useRetryFailed, useRetryTask } from "../api/actions";
import type { OverStatus } from "../api/queue";
import { MAX_RESUME, RESUME_TYPES } from "../logic/files";

interface FailedActions {
  retryTask: (task: BatchTask) => void;
  /** Retries `count` entries that failed for a reason, or all that a retry can help. */
  retryFailed: (reason: FailureReason | null, count: number) => void;
  /** Asks for another file in place of an entry's. */
  chooseFile: (task: BatchTask) => void;
  clear: (status: OverStatus) => void;
  /** Whether a group of entries is being retried. */
  isRetrying: boolean;
  isClearing: boolean;
  /** The hidden input of `chooseFile`; to be rendered. */
  fileInput: ReactNode;
}

export function useFailedActions(batch: Batch): FailedActions {
  const { t } = useTranslation("evaluate");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const failed = (title: string) => (error: unknown) => message.error(`${title} ${errorText(error)}`);
  const tray = trayOf(useOrganizationId());
  const retry = useRetryTask();
  const retryAll = useRetryFailed(batch.id);
  const replace = useReplaceFile();
  const clearAll = useClearTasks(batch.id);

  // The rows of the queue are memoised.
  const retryTask = useCallback(
    (task: BatchTask) => {
      tray.showAgain(batch.id);
      retry.mutate(task.id, {
        onSuccess: () => message.success(t("done.retry", { count: 1 })),
        onError: (error) => message.error(`${t("failed.retry", { count: 1 })} ${errorText(error)}`),
      });
    },
    [retry.mutate, tray, batch.id, message, t, errorText],
  );
  const retryFailed = (reason: FailureReason | null, count: number) => {
    tray.showAgain(batch.id);
    retryAll.mutate(reason, {
      onSuccess: (retried) => message.success(t("done.retry", { count: retried })),
      onError: failed(t("failed.retry", { count })),
    });
  };
  const clear = (status: OverStatus) => {
    const run = () =>
      clearAll.mutate(status, {
        onSuccess: (count) => message.success(t("done.clear", { count })),
        onError: failed(t("failed.clear")),
      });
    // A failed resume can be a candidate's only copy; a skipped file is none.
    if (status !== "failed") return run();
    modal.confirm({
      title: t("attention.clear_title"),
      content: t("attention.clear_text"),
      okText: t("attention.clear"),
      okButtonProps: { danger: true },
      onOk: run,
    });
  };

  const filePicker = useRef<HTMLInputElement>(null);
  const replaced = useRef<BatchTask | null>(null);
  const chooseFile = useCallback((task: BatchTask) => {
    replaced.current = task;
    filePicker.current?.click();
  }, []);
  const replaceFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    const task = replaced.current;
    // The same file can be chosen again.
    event.target.value = "";
    if (!file || !task) return;
    const onError = failed(t("failed.replace"));
    if (file.size > MAX_RESUME) {
      onError(new ApiProblem({ status: 413, code: "request.too_large" }));
      return;
    }
    tray.showAgain(batch.id);
    replace.mutate(
      { taskId: task.id, file },
      { onSuccess: () => message.success(t("done.replace", { name: file.name })), onError },
    );
  };
  return {
    retryTask,
    retryFailed,
    chooseFile,
    clear,
    isRetrying: retryAll.isPending,
    isClearing: clearAll.isPending,
    fileInput: (
      <input
        ref={filePicker}
        type="file"
        hidden
        accept={RESUME_TYPES}
        aria-label={t("panel.replace")}
        onChange={replaceFile}
      />
    ),
  };
}
