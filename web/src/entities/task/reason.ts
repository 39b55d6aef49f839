// Texts of failure reasons; a reason of a newer server falls back to its category or its code.
import type { TFunction } from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCategory, FailureReason } from "@/lib/api/types";

export interface ReasonText {
  what: string;
  suggestion: string;
}

/** A union, so that the compiler finds missing texts. */
type Key = `${"reason" | "suggestion"}.${FailureReason}` | `${"category" | "category_suggestion"}.${ErrorCategory}`;

function reasonText(t: TFunction<"evaluate">, reason: FailureReason, category: ErrorCategory): ReasonText {
  const find = (key: Key) => t(key, { defaultValue: "" });
  return {
    what: find(`reason.${reason}`) || find(`category.${category}`),
    suggestion: find(`suggestion.${reason}`) || find(`category_suggestion.${category}`),
  };
}

export function useReasonText(): (reason: FailureReason, category: ErrorCategory) => ReasonText {
  const { t } = useTranslation("evaluate");
  return useCallback((reason: FailureReason, category: ErrorCategory) => reasonText(t, reason, category), [t]);
}

/** What happened, by a reason's code. */
export function useReasonName(): (code: string) => string {
  const { t } = useTranslation("evaluate");
  return useCallback(
    (code: string) => {
      const key: Key = `reason.${code as FailureReason}`;
      return t(key, { defaultValue: code });
    },
    [t],
  );
}
