// Offers the onboarding until it was completed.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMyProfile } from "@/entities/user/queries";
import { href } from "@/lib/routes/href";
import styles from "./OnboardingNotice.module.css";

export function OnboardingNotice() {
  const { t } = useTranslation("welcome");
  if (useMyProfile().data?.onboarded_at !== null) return null;
  return (
    <p className={styles.offer}>
      {t("onboarding.text")} <Link to={href("onboarding")}>{t("onboarding.action")}</Link>
    </p>
  );
}
