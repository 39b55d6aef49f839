// The invitation was declined just now.
import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function Declined(props: { organization: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("invitation.declined_title")}>
      <p className={styles.text} role="status">
        {t("invitation.declined_text", { organization: props.organization })}
      </p>
      <PlainLink to="/login">{t("verify.to_login")}</PlainLink>
    </AuthLayout>
  );
}
