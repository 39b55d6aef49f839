// /privacy: which data is stored, why, for how long, and who sees it.
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { Document } from "../components/Document";

export function PrivacyRoute() {
  const { t } = useTranslation("legal");
  return (
    <Document
      title={t("privacy.title")}
      lead={t("privacy.lead")}
      sections={[
        { title: t("privacy.who"), text: t("privacy.who_text") },
        { title: t("privacy.account"), text: t("privacy.account_text") },
        { title: t("privacy.candidates"), text: t("privacy.candidates_text") },
        { title: t("privacy.use"), text: t("privacy.use_text") },
        { title: t("privacy.ai"), text: t("privacy.ai_text") },
        { title: t("privacy.access"), text: t("privacy.access_text") },
        { title: t("privacy.storage"), text: t("privacy.storage_text") },
        { title: t("privacy.retention"), text: t("privacy.retention_text") },
        { title: t("privacy.rights"), text: t("privacy.rights_text") },
        { title: t("privacy.cookies"), text: t("privacy.cookies_text") },
        { title: t("privacy.changes"), text: t("privacy.changes_text") },
      ]}
      other={{ to: href("terms"), label: t("terms.title") }}
    />
  );
}
