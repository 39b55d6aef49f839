// Error page of an email link, with the reason and, for resets, a new link.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/entities/session/session";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FallbackLink } from "./FallbackLink";
import { ForgotPasswordDialog } from "./ForgotPasswordDialog";

export function InvalidLink(props: { reason: string; canRequestAnother?: boolean }) {
  const { t } = useTranslation("auth");
  const session = useSession();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [sent, setSent] = useState(false);
  return (
    <AuthLayout title={t("verify.failed")}>
      {sent ? (
        <LiteNotice>{t("forgot.sent")}</LiteNotice>
      ) : (
        <p className={styles.text} role="alert">
          {props.reason}
        </p>
      )}
      <div className={styles.actions}>
        {props.canRequestAnother ? (
          <LiteButton primary onClick={() => setDialogOpen(true)}>
            {t("reset.again")}
          </LiteButton>
        ) : null}
        <FallbackLink primary={!props.canRequestAnother} />
      </div>
      <ForgotPasswordDialog
        open={isDialogOpen}
        email={session.data?.user.email ?? ""}
        onClose={() => setDialogOpen(false)}
        onSent={() => {
          setDialogOpen(false);
          setSent(true);
        }}
      />
    </AuthLayout>
  );
}
