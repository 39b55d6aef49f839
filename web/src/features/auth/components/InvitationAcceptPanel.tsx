// Accepts an invitation with the signed-in account, on a click.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LiteButton } from "@/ui/lite/LiteButton";
import { useAcceptInvitation } from "../api/invitation";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FormError } from "./FormError";
import { InvitationDeclineButton } from "./InvitationDeclineButton";
import { InvitationDeclined } from "./InvitationDeclined";
import { InvitationSummary } from "./InvitationSummary";

export function InvitationAcceptPanel(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const [declined, setDeclined] = useState(false);
  const { organization_name, email } = props.invitation;
  const join = useAcceptInvitation(props.token, props.invitation);
  if (declined) return <InvitationDeclined organization={organization_name} />;
  return (
    <AuthLayout title={t("invitation.title", { organization: organization_name })}>
      <InvitationSummary invitation={props.invitation} />
      <FormError what={t("invitation.failed")} error={join.error} />
      <LiteButton
        primary
        block
        busy={join.isPending}
        onClick={() => join.mutate(undefined, { onSuccess: () => void navigate(href("welcome"), { replace: true }) })}
      >
        {t("invitation.join_as", { email })}
      </LiteButton>
      <div className={styles.below}>
        <InvitationDeclineButton {...props} onDeclined={() => setDeclined(true)} />
      </div>
    </AuthLayout>
  );
}
