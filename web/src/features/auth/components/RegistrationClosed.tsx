// Shown while registration is closed: accounts are by invitation.
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { LiteLink } from "@/ui/lite/LiteButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function RegistrationClosed() {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("closed.title")}>
      <p className={styles.text} role="alert">
        {t("closed.text")}
      </p>
      <LiteLink primary to={href("login")}>
        {t("verify.to_login")}
      </LiteLink>
    </AuthLayout>
  );
}
