// Somebody known is invited: they sign in first, come back here, and that accepts.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { PlainLink } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { Decline } from "./Decline";
import { Declined } from "./Declined";
import { InvitationText } from "./InvitationText";

export function JoinSignIn(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const { pathname, search } = useLocation();
  const [declined, setDeclined] = useState(false);
  const { organization_name, email } = props.invitation;
  if (declined) return <Declined organization={organization_name} />;
  return (
    <AuthLayout title={t("invitation.title", { organization: organization_name })}>
      <InvitationText invitation={props.invitation} />
      <p className={styles.text}>{t("invitation.sign_in_text", { email })}</p>
      <PlainLink primary wide to={href("login", { next: pathname + search })}>
        {t("invitation.sign_in")}
      </PlainLink>
      <div className={styles.below}>
        <Decline {...props} onDeclined={() => setDeclined(true)} />
      </div>
    </AuthLayout>
  );
}
