// /jobs/new and /jobs/{id}
import { useTranslation } from "react-i18next";
import { PageHeader } from "@/ui/PageHeader";

export function JobRoute() {
  const { t } = useTranslation("jobs");
  return <PageHeader title={t("new")} />;
}
