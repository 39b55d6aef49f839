// /ai-review: the candidates of a job, ranked and evidenced.
import { useTranslation } from "react-i18next";
import { JobSelector } from "@/ui/JobSelector";
import { PageHeader } from "@/ui/PageHeader";

export function ReviewRoute() {
  const { t } = useTranslation("review");
  return <PageHeader title={t("title")} context={<JobSelector />} />;
}
