// Above the pages of an organization: back to its hub.
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { href } from "@/lib/routes/href";
import styles from "./Back.module.css";

export function Back() {
  const { t } = useTranslation("organization");
  return (
    <Link to={href("organization")} className={styles.back}>
      <ArrowLeft size={15} aria-hidden="true" />
      {t("title")}
    </Link>
  );
}
