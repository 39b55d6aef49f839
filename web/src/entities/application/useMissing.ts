// What a criterion lacks, in words.
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "@/lib/api/types";

/** What is missing of a criterion; of one that is met in part without a word about it, that it isn't stated. */
export function useMissing(): (result: CriterionResult) => string | null {
  const { t } = useTranslation();
  return ({ missing, verdict, years }) =>
    missing || (verdict === "partly" && !years ? t("strip.missing_unstated") : null);
}
