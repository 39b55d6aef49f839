// Saying no to the invitation that a link leads to.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DeclineDialog } from "@/entities/session/components/DeclineDialog";
import type { InvitationForMe } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { useDecline } from "../api/invitation";
import styles from "./AuthForm.module.css";

export function Decline(props: { token: string; invitation: InvitationForMe; onDeclined: () => void }) {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const decline = useDecline(props.token);
  return (
    <>
      <button type="button" className={styles.quiet} onClick={() => setAsking(true)}>
        {t("invitations.decline_sure")}
      </button>
      <DeclineDialog
        organization={asking ? props.invitation.organization_name : null}
        busy={decline.isPending}
        onDecline={() => decline.mutate(undefined, { onSuccess: props.onDeclined })}
        onClose={() => setAsking(false)}
      >
        {decline.error ? <PlainNotice bad>{errorText(decline.error)}</PlainNotice> : null}
      </DeclineDialog>
    </>
  );
}
