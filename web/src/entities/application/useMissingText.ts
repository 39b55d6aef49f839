// What a criterion lacks, in words.
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "@/lib/api/types";

/** What a criterion lacks; if partly met without a stated reason, that it isn't stated. */
export function useMissingText(): (result: CriterionResult) => string | null {
  const { t } = useTranslation();
  return ({ missing, verdict, years }) =>
    missing || (verdict === "partly" && !years ? t("strip.missing_unstated") : null);
}
