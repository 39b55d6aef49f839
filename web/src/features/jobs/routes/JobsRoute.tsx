// /jobs
import { useTranslation } from "react-i18next";
import { LinkButton } from "@/ui/LinkButton";
import { PageHeader } from "@/ui/PageHeader";

export function JobsRoute() {
  const { t } = useTranslation("jobs");
  return (
    <PageHeader
      title={t("title")}
      actions={
        <LinkButton type="primary" to="/jobs/new">
          {t("new")}
        </LinkButton>
      }
    />
  );
}
