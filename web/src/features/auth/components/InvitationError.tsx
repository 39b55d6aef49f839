// Error page of an invitation, with the reason and a link.
import { useTranslation } from "react-i18next";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FallbackLink } from "./FallbackLink";

export function InvitationError(props: { reason: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("invitation.failed")}>
      <p className={styles.text} role="alert">
        {props.reason}
      </p>
      <FallbackLink primary />
    </AuthLayout>
  );
}
