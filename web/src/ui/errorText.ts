// What a failed call says to a person, in their language: by its code, else by what kind of failure it was.
import type { TFunction } from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/api/problem";

type ErrorTexts = TFunction<"errors">;

/** The message of a stable code, or null when we have none. */
function ofCode(t: ErrorTexts, code: string, values: Record<string, unknown>): string | null {
  const text = t(code as "internal", { ...values, defaultValue: "" });
  return text === "" ? null : text;
}

/** The message for any error. */
export function describeError(t: ErrorTexts, error: unknown): string {
  if (!(error instanceof ApiProblem)) return t("internal");
  const values = { seconds: error.retryAfter ?? 60 };
  return ofCode(t, error.code, values) ?? ofCode(t, `http.${error.status}`, values) ?? t("internal");
}

/** The message for a field's code, for forms. */
export function describeField(t: ErrorTexts, code: string): string {
  return ofCode(t, code, {}) ?? t("field.invalid");
}

/** `describeError` in the current language. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation("errors");
  return useCallback((error: unknown) => describeError(t, error), [t]);
}

/** A 422's messages by field; empty when the problem names none. */
export function useFieldErrors(): (error: unknown) => Record<string, string> {
  const { t } = useTranslation("errors");
  return useCallback(
    (error: unknown) =>
      error instanceof ApiProblem
        ? Object.fromEntries(Object.entries(error.fields).map(([name, code]) => [name, describeField(t, code)]))
        : {},
    [t],
  );
}
