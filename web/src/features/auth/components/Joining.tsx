// Somebody signed in with the invited address: one press joins, and nothing happens before it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { PlainButton } from "@/ui/plain/PlainButton";
import { useJoinAsMyself } from "../api/invitation";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { Decline } from "./Decline";
import { Declined } from "./Declined";
import { InvitationText } from "./InvitationText";
import { Refusal } from "./Refusal";

export function Joining(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const [declined, setDeclined] = useState(false);
  const { organization_name, email } = props.invitation;
  const join = useJoinAsMyself(props.token, props.invitation);
  if (declined) return <Declined organization={organization_name} />;
  return (
    <AuthLayout title={t("invitation.title", { organization: organization_name })}>
      <InvitationText invitation={props.invitation} />
      <Refusal what={t("invitation.failed")} error={join.error} />
      <PlainButton
        primary
        wide
        busy={join.isPending}
        onClick={() => join.mutate(undefined, { onSuccess: () => void navigate(href("welcome"), { replace: true }) })}
      >
        {t("invitation.join_as", { email })}
      </PlainButton>
      <div className={styles.below}>
        <Decline {...props} onDeclined={() => setDeclined(true)} />
      </div>
    </AuthLayout>
  );
}
