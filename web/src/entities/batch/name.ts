// Display name of a batch: its ZIP's name, or its source.
import { useTranslation } from "react-i18next";
import type { Batch } from "@/lib/api/types";

export function useBatchName(): (batch: Pick<Batch, "source" | "file_name">) => string {
  const { t } = useTranslation();
  return ({ source, file_name }) => {
    switch (source) {
      case "pool":
        return t("batch.pool");
      case "reevaluation":
        return t("batch.reevaluation");
      default:
        return file_name || t("batch.mail");
    }
  };
}
