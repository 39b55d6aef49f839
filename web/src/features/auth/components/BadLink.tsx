// A mail's link that cannot be used: why, and the way on, to a new one where there is one to be had.
import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function BadLink(props: { reason: string; again?: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("verify.failed")}>
      <p className={styles.text} role="alert">
        {props.reason}
      </p>
      <div className={styles.actions}>
        {props.again ? (
          <PlainLink primary to="/login?forgot">
            {t("reset.again")}
          </PlainLink>
        ) : null}
        <PlainLink primary={!props.again} to="/login">
          {t("verify.to_login")}
        </PlainLink>
      </div>
    </AuthLayout>
  );
}
