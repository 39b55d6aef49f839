// Why a request failed, or the task that it created.
import { useCallback } from "react";
import { reasonTexts } from "@/i18n/i18n";
import type { TaskError } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { reasonText } from "./reasonText";

/** The task ended without a usable result. */
export class TaskFailed extends Error {
  /** Null if the task names no failure. */
  readonly failure: TaskError | null;

  constructor(failure: TaskError | null) {
    super("The task failed.");
    this.failure = failure;
  }
}

/** That an action failed, and why. Failures are rare, so the texts of their reasons are loaded when needed. */
export function useFailureText(): (failed: string, error: unknown) => Promise<string> {
  const errorText = useErrorText();
  return useCallback(
    async (failed: string, error: unknown) => {
      if (!(error instanceof TaskFailed)) return `${failed} ${errorText(error)}`.trim();
      if (error.failure === null) return failed;
      const { message, category } = error.failure;
      const { what } = reasonText(await reasonTexts(), message, category);
      return `${failed} ${what}`.trim();
    },
    [errorText],
  );
}
