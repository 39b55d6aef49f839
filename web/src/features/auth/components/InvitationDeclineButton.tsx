// Decline button of an invitation, with confirmation.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DeclineDialog } from "@/entities/session/components/DeclineDialog";
import type { InvitationForMe } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { useDeclineInvitation } from "../api/invitation";
import styles from "./AuthForm.module.css";

export function InvitationDeclineButton(props: { token: string; invitation: InvitationForMe; onDeclined: () => void }) {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const decline = useDeclineInvitation(props.token);
  return (
    <>
      <button type="button" className={styles.quiet} onClick={() => setDialogOpen(true)}>
        {t("invitations.decline_sure")}
      </button>
      <DeclineDialog
        organization={isDialogOpen ? props.invitation.organization_name : null}
        busy={decline.isPending}
        onDecline={() => decline.mutate(undefined, { onSuccess: props.onDeclined })}
        onClose={() => setDialogOpen(false)}
      >
        {decline.error ? <LiteNotice isError>{errorText(decline.error)}</LiteNotice> : null}
      </DeclineDialog>
    </>
  );
}
