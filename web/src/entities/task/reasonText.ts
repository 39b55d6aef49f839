// Texts of failure reasons; a reason of a newer server falls back to its category.
import type { TFunction } from "i18next";
import type { ErrorCategory, FailureReason } from "@/lib/api/types";

export interface ReasonText {
  what: string;
  suggestion: string;
}

/** A union, so that the compiler finds missing texts. */
export type ReasonKey =
  | `${"reason" | "suggestion"}.${FailureReason}`
  | `${"category" | "category_suggestion"}.${ErrorCategory}`;

export function reasonText(t: TFunction<"evaluate">, reason: FailureReason, category: ErrorCategory): ReasonText {
  const find = (key: ReasonKey) => t(key, { defaultValue: "" });
  return {
    what: find(`reason.${reason}`) || find(`category.${category}`),
    suggestion: find(`suggestion.${reason}`) || find(`category_suggestion.${category}`),
  };
}
