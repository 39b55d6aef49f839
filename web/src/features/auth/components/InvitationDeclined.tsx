// Confirmation after declining an invitation.
import { useTranslation } from "react-i18next";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FallbackLink } from "./FallbackLink";

export function InvitationDeclined(props: { organization: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("invitation.declined_title")}>
      <p className={styles.text} role="status">
        {t("invitation.declined_text", { organization: props.organization })}
      </p>
      <FallbackLink />
    </AuthLayout>
  );
}
