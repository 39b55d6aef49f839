// Display names of candidate sources.
import { useTranslation } from "react-i18next";
import type { ApplicationSource } from "@/lib/api/types";

export function useSourceName(): (source: ApplicationSource) => string {
  const { t } = useTranslation("dashboard");
  const names: Record<ApplicationSource, string> = {
    batch: t("source.batch"),
    email: t("source.email"),
    manual: t("source.manual"),
    import: t("source.import"),
    pool: t("source.pool"),
    careers: t("source.careers"),
  };
  return (source) => names[source];
}
