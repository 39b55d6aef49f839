// /terms: the terms of use.
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { Document } from "../components/Document";

export function TermsRoute() {
  const { t } = useTranslation("legal");
  return (
    <Document
      title={t("terms.title")}
      lead={t("terms.lead")}
      sections={[
        { title: t("terms.service"), text: t("terms.service_text") },
        { title: t("terms.account"), text: t("terms.account_text") },
        { title: t("terms.organization"), text: t("terms.organization_text") },
        { title: t("terms.content"), text: t("terms.content_text") },
        { title: t("terms.ai"), text: t("terms.ai_text") },
        { title: t("terms.conduct"), text: t("terms.conduct_text") },
        { title: t("terms.plans"), text: t("terms.plans_text") },
        { title: t("terms.availability"), text: t("terms.availability_text") },
        { title: t("terms.liability"), text: t("terms.liability_text") },
        { title: t("terms.end"), text: t("terms.end_text") },
        { title: t("terms.changes"), text: t("terms.changes_text") },
      ]}
      other={{ to: href("privacy"), label: t("privacy.title") }}
    />
  );
}
