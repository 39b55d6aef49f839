// /evaluate: a ZIP of resumes for a job, its live queue, and the promotion to the board.
import { useTranslation } from "react-i18next";
import { JobSelector } from "@/ui/JobSelector";
import { PageHeader } from "@/ui/PageHeader";

export function EvaluateRoute() {
  const { t } = useTranslation("evaluate");
  return <PageHeader title={t("title")} context={<JobSelector />} />;
}
