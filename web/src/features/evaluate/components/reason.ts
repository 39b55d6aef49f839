// What a reason means and what to do about it, in the person's language; by category where the reason is not known.
import type { TFunction } from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCategory } from "@/lib/api/types";

export interface ReasonText {
  what: string;
  suggestion: string;
}

/** Texts of a reason; falls back to its category, so that a new reason never shows its code. */
export function reasonText(t: TFunction<"evaluate">, reason: string, category: ErrorCategory): ReasonText {
  const find = (key: string) => t(key as "title", { defaultValue: "" });
  return {
    what: find(`reason.${reason}`) || find(`category.${category}`),
    suggestion: find(`suggestion.${reason}`) || find(`category_suggestion.${category}`),
  };
}

export function useReasonText(): (reason: string, category: ErrorCategory) => ReasonText {
  const { t } = useTranslation("evaluate");
  return useCallback((reason: string, category: ErrorCategory) => reasonText(t, reason, category), [t]);
}
