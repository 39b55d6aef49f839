// Registering is closed: accounts come by invitation, and how to get one.
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function Closed() {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("closed.title")}>
      <p className={styles.text} role="alert">
        {t("closed.text")}
      </p>
      <PlainLink primary to={href("login")}>
        {t("verify.to_login")}
      </PlainLink>
    </AuthLayout>
  );
}
