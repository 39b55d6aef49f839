// Link back to the organization's hub.
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { href } from "@/lib/routes/href";
import styles from "./OrganizationBackLink.module.css";

export function OrganizationBackLink() {
  const { t } = useTranslation("organization");
  return (
    <Link to={href("organization")} className={styles.back}>
      <ArrowLeft size={15} aria-hidden="true" />
      {t("title")}
    </Link>
  );
}
