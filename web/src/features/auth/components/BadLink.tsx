// A mail's link that cannot be used: why, and the way on, to a new one where there is one to be had.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/entities/session/session";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { ForgotPassword } from "./ForgotPassword";
import { WayOn } from "./WayOn";

export function BadLink(props: { reason: string; again?: boolean }) {
  const { t } = useTranslation("auth");
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState(false);
  return (
    <AuthLayout title={t("verify.failed")}>
      {sent ? (
        <PlainNotice>{t("forgot.sent")}</PlainNotice>
      ) : (
        <p className={styles.text} role="alert">
          {props.reason}
        </p>
      )}
      <div className={styles.actions}>
        {props.again ? (
          <PlainButton primary onClick={() => setAsking(true)}>
            {t("reset.again")}
          </PlainButton>
        ) : null}
        <WayOn primary={!props.again} />
      </div>
      <ForgotPassword
        open={asking}
        email={session.data?.user.email ?? ""}
        onClose={() => setAsking(false)}
        onSent={() => {
          setAsking(false);
          setSent(true);
        }}
      />
    </AuthLayout>
  );
}
