// An invitation that cannot be accepted: why, and the way on.
import { useTranslation } from "react-i18next";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { WayOn } from "./WayOn";

export function BadInvitation(props: { reason: string }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("invitation.failed")}>
      <p className={styles.text} role="alert">
        {props.reason}
      </p>
      <WayOn primary />
    </AuthLayout>
  );
}
