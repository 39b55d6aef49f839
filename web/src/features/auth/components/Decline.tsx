// Saying no to an invitation, after one question: it cannot be taken back.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InvitationForMe } from "@/api/types";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainDialog, PlainDialogActions } from "@/ui/plain/PlainDialog";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { useDecline } from "../api/invitation";
import styles from "./AuthForm.module.css";

export function Decline(props: { token: string; invitation: InvitationForMe; onDeclined: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const decline = useDecline(props.token);
  return (
    <>
      <button type="button" className={styles.quiet} onClick={() => setAsking(true)}>
        {t("invitation.decline")}
      </button>
      <PlainDialog open={asking} title={t("invitation.decline_title")} onClose={() => setAsking(false)}>
        <p>{t("invitation.decline_text", { organization: props.invitation.organization_name })}</p>
        {decline.error ? <PlainNotice bad>{errorText(decline.error)}</PlainNotice> : null}
        <PlainDialogActions>
          <PlainButton onClick={() => setAsking(false)}>{t("cancel")}</PlainButton>
          <PlainButton
            primary
            busy={decline.isPending}
            onClick={() => decline.mutate(undefined, { onSuccess: props.onDeclined })}
          >
            {t("invitation.decline")}
          </PlainButton>
        </PlainDialogActions>
      </PlainDialog>
    </>
  );
}
