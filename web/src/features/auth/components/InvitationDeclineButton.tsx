// Decline button of an invitation, with confirmation.
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InvitationForMe } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { useDeclineInvitation } from "../api/invitation";
import styles from "./AuthForm.module.css";

const DeclineDialog = lazyPart(
  async () => ({ default: (await import("@/entities/session/components/DeclineDialog")).DeclineDialog }),
  "overlay",
);

export function InvitationDeclineButton(props: { token: string; invitation: InvitationForMe; onDeclined: () => void }) {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  // Null until it is first opened; then it stays, so that the focus returns when it closes.
  const [isDialogOpen, setDialogOpen] = useState<boolean | null>(null);
  const decline = useDeclineInvitation(props.token);
  return (
    <>
      <button type="button" className={styles.quiet} onClick={() => setDialogOpen(true)}>
        {t("invitations.decline_sure")}
      </button>
      {isDialogOpen !== null ? (
        <Suspense>
          <DeclineDialog
            organization={isDialogOpen ? props.invitation.organization_name : null}
            busy={decline.isPending}
            onDecline={() => decline.mutate(undefined, { onSuccess: props.onDeclined })}
            onClose={() => setDialogOpen(false)}
          >
            {decline.error ? <LiteNotice isError>{errorText(decline.error)}</LiteNotice> : null}
          </DeclineDialog>
        </Suspense>
      ) : null}
    </>
  );
}
