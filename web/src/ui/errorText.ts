// Error messages for failed calls: by code, else by the kind of failure.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/lib/api/problem";

/** Looks up a text of the `errors` namespace by code, with a default. */
export type Lookup = (code: string, values: { defaultValue: string; wait?: string; count?: number }) => string;

/** Shorter waits are shown in seconds, others in minutes. */
const MINUTE_SECONDS = 60;

/** The message for any error. */
export function describeError(lookup: Lookup, error: unknown): string {
  const generic = lookup("server.internal", { defaultValue: "" });
  if (!(error instanceof ApiProblem)) return generic;
  const wait = describeWait(lookup, error.retryAfter ?? MINUTE_SECONDS);
  const byStatus = lookup(`http.${error.status}`, { defaultValue: generic, wait });
  return lookup(error.code, { defaultValue: byStatus, wait });
}

/** A time to wait, rounded up. */
function describeWait(lookup: Lookup, seconds: number): string {
  return seconds < MINUTE_SECONDS
    ? lookup("wait.seconds", { defaultValue: "", count: Math.ceil(seconds) })
    : lookup("wait.minutes", { defaultValue: "", count: Math.ceil(seconds / MINUTE_SECONDS) });
}

/** The messages of a 422 by field; empty if the problem has none. */
export function describeFields(lookup: Lookup, error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const generic = lookup("field.invalid", { defaultValue: "" });
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, code]) => [name, lookup(code, { defaultValue: generic })]),
  );
}

/** `describeError` in the current language. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation("errors");
  return useCallback((error: unknown) => describeError(t as unknown as Lookup, error), [t]);
}

/** `describeFields` in the current language. */
export function useFieldErrors(): (error: unknown) => Record<string, string> {
  const { t } = useTranslation("errors");
  return useCallback((error: unknown) => describeFields(t as unknown as Lookup, error), [t]);
}
