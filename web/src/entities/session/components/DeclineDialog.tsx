// Confirms declining an invitation, which cannot be undone.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KitButton, KitDialog } from "@/ui/kit/Kit";

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
    <KitDialog
      open={organization !== null}
      title={t("invitations.decline_ask")}
      onClose={onClose}
      actions={
        <>
          <KitButton onClick={onClose}>{t("invitations.decline_not")}</KitButton>
          <KitButton primary busy={busy} onClick={onDecline}>
            {t("invitations.decline_sure")}
          </KitButton>
        </>
      }
    >
      <p>{t("invitations.decline_text", { organization })}</p>
      {children}
    </KitDialog>
  );
}
