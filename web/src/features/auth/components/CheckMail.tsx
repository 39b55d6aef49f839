// After registering: where the mail went, and what to do when it does not come.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { Resend } from "./Resend";

export function CheckMail(props: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("check.title")}>
      <p>{t("check.text", { email: props.email })}</p>
      <p className={styles.tips}>{t("check.tips")}</p>
      <Resend email={props.email} label={t("check.resend")} />
      <div className={styles.below}>
        <Link to="/login">{t("verify.to_login")}</Link>
      </div>
    </AuthLayout>
  );
}
