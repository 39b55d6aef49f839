// Asks an existing user to sign in, then returns to the invitation.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LiteLink } from "@/ui/lite/LiteButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { InvitationDeclineButton } from "./InvitationDeclineButton";
import { InvitationDeclined } from "./InvitationDeclined";
import { InvitationSummary } from "./InvitationSummary";

export function InvitationSignInPrompt(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const { pathname, search } = useLocation();
  const [declined, setDeclined] = useState(false);
  const { organization_name, email } = props.invitation;
  if (declined) return <InvitationDeclined organization={organization_name} />;
  return (
    <AuthLayout title={t("invitation.title", { organization: organization_name })}>
      <InvitationSummary invitation={props.invitation} />
      <p className={styles.text}>{t("invitation.sign_in_text", { email })}</p>
      <LiteLink primary block to={href("login", { next: pathname + search, email })}>
        {t("invitation.sign_in")}
      </LiteLink>
      <div className={styles.below}>
        <InvitationDeclineButton {...props} onDeclined={() => setDeclined(true)} />
      </div>
    </AuthLayout>
  );
}
