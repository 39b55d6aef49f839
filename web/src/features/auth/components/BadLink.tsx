// A mail's link that cannot be used: why, and the way on.
import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function BadLink(props: { reason: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("verify.failed")}>
      <p className={styles.text} role="alert">
        {props.reason}
      </p>
      <PlainLink primary to="/login">
        {t("verify.to_login")}
      </PlainLink>
    </AuthLayout>
  );
}
