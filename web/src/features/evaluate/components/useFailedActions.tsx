// What can be done about failed entries: retry, another file, deletion of all with undo.
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
import { useDelayedDelete } from "./useDelayedDelete";

interface FailedActions {
  retryTask: (task: BatchTask) => void;
  /** Retries `count` entries that failed for a reason, or all that a retry can help. */
  retryFailed: (reason: FailureReason | null, count: number) => void;
  /** Asks for another file in place of an entry's. */
  chooseFile: (task: BatchTask) => void;
  /** Deletes all of a state, unless that is undone in time. */
  clear: (status: OverStatus) => void;
  undoClear: (status: OverStatus) => void;
  /** What is being deleted, and not shown meanwhile. */
  clearing: ReadonlySet<OverStatus>;
  /** Whether a group of entries is being retried. */
  isRetrying: boolean;
  /** The hidden input of `chooseFile`; to be rendered. */
  fileInput: ReactNode;
}

export function useFailedActions(batch: Batch): FailedActions {
  const { t } = useTranslation("evaluate");
  const { message } = App.useApp();
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
  const clearedAt = useRef(new Map<OverStatus, number>());
  const delayed = useDelayedDelete<OverStatus>(async (status) => {
    const secondsAgo = Math.ceil((Date.now() - (clearedAt.current.get(status) ?? Date.now())) / 1_000);
    try {
      const count = await clearAll.mutateAsync({ status, secondsAgo });
      message.success(t("done.clear", { count }));
      return true;
    } catch (error) {
      // The page was left; the server goes on.
      if (!(error instanceof Error && error.name === "AbortError")) failed(t("failed.clear"))(error);
      return false;
    }
  });
  const clear = (status: OverStatus) => {
    clearedAt.current.set(status, Date.now());
    delayed.remove(status);
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
    undoClear: delayed.restore,
    clearing: delayed.leaving,
    isRetrying: retryAll.isPending,
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
