// Confirms declining an invitation, which cannot be undone.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainDialog, PlainDialogActions } from "@/ui/plain/PlainDialog";

interface Props {
  /** The inviting organization; null closes the dialog. */
  organization: string | null;
  busy: boolean;
  onDecline: () => void;
  onClose: () => void;
  /** An error message. */
  children?: ReactNode;
}

export function DeclineDialog({ organization, busy, onDecline, onClose, children }: Props) {
  const { t } = useTranslation("shell");
  return (
    <PlainDialog open={organization !== null} title={t("invitations.decline_ask")} onClose={onClose}>
      <p>{t("invitations.decline_text", { organization })}</p>
      {children}
      <PlainDialogActions>
        <PlainButton onClick={onClose}>{t("invitations.decline_not")}</PlainButton>
        <PlainButton primary busy={busy} onClick={onDecline}>
          {t("invitations.decline_sure")}
        </PlainButton>
      </PlainDialogActions>
    </PlainDialog>
  );
}
