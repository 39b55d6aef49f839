// An invitation that cannot be accepted: why, and the way on.
import { useTranslation } from "react-i18next";
import { useSession } from "@/api/session";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function BadInvitation(props: { reason: string }) {
  const { t } = useTranslation("auth");
  const session = useSession();
  return (
    <AuthLayout title={t("invitation.failed")}>
      <p className={styles.text} role="alert">
        {props.reason}
      </p>
      {session.data ? (
        <PlainLink primary to="/welcome">
          {t("invitation.to_start")}
        </PlainLink>
      ) : (
        <PlainLink primary to="/login">
          {t("verify.to_login")}
        </PlainLink>
      )}
    </AuthLayout>
  );
}
