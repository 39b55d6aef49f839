// The names of the categories of failures.
import { useTranslation } from "react-i18next";
import type { TaskFilter } from "../api/operations";

export function useCategoryNames(): Record<NonNullable<TaskFilter["category"]>, string> {
  const { t } = useTranslation("ops");
  return {
    document_processing: t("category.document_processing"),
    timeout: t("category.timeout"),
    ai_parsing: t("category.ai_parsing"),
    network: t("category.network"),
    authentication: t("category.authentication"),
    quota: t("category.quota"),
    database: t("category.database"),
    other: t("category.other"),
    unknown: t("category.unknown"),
  };
}
