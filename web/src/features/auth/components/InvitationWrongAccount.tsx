// Shown if the invitation is for another email than the signed-in account's.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSignOut } from "@/entities/session/signOut";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { InvitationSummary } from "./InvitationSummary";

export function InvitationWrongAccount(props: { invitation: InvitationForMe; email: string }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const signOut = useSignOut();
  const { organization_name, email } = props.invitation;
  return (
    <AuthLayout title={t("invitation.title", { organization: organization_name })}>
      <InvitationSummary invitation={props.invitation} />
      {signOut.error ? <LiteNotice isError>{errorText(signOut.error)}</LiteNotice> : null}
      <p className={styles.text} role="status">
        {t("invitation.other_text", { email, signedInAs: props.email })}
      </p>
      <LiteButton primary block busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {t("invitation.sign_out")}
      </LiteButton>
      <div className={styles.below}>
        <Link to={href("welcome")}>{t("invitation.stay", { signedInAs: props.email })}</Link>
      </div>
    </AuthLayout>
  );
}
