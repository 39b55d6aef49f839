// Texts of failure reasons in components whose route loads them.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCategory, FailureReason } from "@/lib/api/types";
import { type ReasonKey, type ReasonText, reasonText } from "./reasonText";

export function useReasonText(): (reason: FailureReason, category: ErrorCategory) => ReasonText {
  const { t } = useTranslation("evaluate");
  return useCallback((reason: FailureReason, category: ErrorCategory) => reasonText(t, reason, category), [t]);
}

/** What happened, by a reason's code. */
export function useReasonName(): (code: string) => string {
  const { t } = useTranslation("evaluate");
  return useCallback(
    (code: string) => {
      const key: ReasonKey = `reason.${code as FailureReason}`;
      return t(key, { defaultValue: code });
    },
    [t],
  );
}
