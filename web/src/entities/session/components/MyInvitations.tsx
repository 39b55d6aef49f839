// The user's pending invitations with accept and decline; renders nothing without any.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { MyInvitation } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { KitButton } from "@/ui/kit/Kit";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { enterOrganization } from "../leaveOrganization";
import { useAnswerInvitation, useMyInvitations } from "../myInvitations";
import { DeclineDialog } from "./DeclineDialog";
import styles from "./MyInvitations.module.css";

/** Result of the last answer. */
type InvitationOutcome =
  | { invitation: MyInvitation; result: "joined" | "declined" }
  | { invitation: MyInvitation; problem: unknown };

export function MyInvitations() {
  const { t } = useTranslation("shell");
  const invitations = useMyInvitations().data?.items ?? [];
  const answer = useAnswerInvitation();
  const [outcome, setOutcome] = useState<InvitationOutcome | null>(null);
  const [declining, setDeclining] = useState<MyInvitation | null>(null);
  if (invitations.length === 0 && !outcome) return null;

  const respond = (invitation: MyInvitation, accept: boolean) =>
    answer.mutate(
      { invitation, accept },
      {
        onSuccess: () => setOutcome({ invitation, result: accept ? "joined" : "declined" }),
        onError: (problem) => setOutcome({ invitation, problem }),
        onSettled: () => setDeclining(null),
      },
    );
  return (
    <section className={styles.section} aria-labelledby="my-invitations">
      <h2 className={styles.title} id="my-invitations">
        {t("invitations.mine")}
      </h2>
      {outcome ? <InvitationOutcomeNotice outcome={outcome} /> : null}
      <ul>
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            busy={answer.isPending}
            onAccept={() => respond(invitation, true)}
            onDecline={() => setDeclining(invitation)}
          />
        ))}
      </ul>
      <DeclineDialog
        organization={declining?.organization_name ?? null}
        busy={answer.isPending}
        onDecline={() => declining && respond(declining, false)}
        onClose={() => setDeclining(null)}
      />
    </section>
  );
}

function InvitationOutcomeNotice({ outcome }: { outcome: InvitationOutcome }) {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  const organization = outcome.invitation.organization_name;
  if ("problem" in outcome) {
    const reason = errorText(outcome.problem);
    return <LiteNotice isError>{t("invitations.reason", { organization, reason })}</LiteNotice>;
  }
  if (outcome.result === "declined") return <LiteNotice>{t("invitations.declined", { organization })}</LiteNotice>;
  return (
    <LiteNotice>
      <span className={styles.joined}>
        {t("invitations.joined", { organization })}
        <button
          type="button"
          className={styles.go}
          onClick={() => void enterOrganization(outcome.invitation.organization_id)}
        >
          {t("invitations.go")}
        </button>
      </span>
    </LiteNotice>
  );
}

interface InvitationRowProps {
  invitation: MyInvitation;
  busy: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

function InvitationRow({ invitation, busy, onAccept, onDecline }: InvitationRowProps) {
  const { t } = useTranslation("shell");
  const formats = useFormats();
  const { organization_name: organization, invited_by_name: inviter } = invitation;
  const values = { role: t(`role.${invitation.role}`), date: formats.date(invitation.expires_at) };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{organization}</strong>
        <span>{inviter ? t("invitations.from", { ...values, inviter }) : t("invitations.from_nobody", values)}</span>
      </div>
      <div className={styles.buttons}>
        <KitButton
          primary
          disabled={busy}
          aria-label={t("invitations.accept_named", { organization })}
          onClick={onAccept}
        >
          {t("invitations.accept")}
        </KitButton>
        <KitButton disabled={busy} aria-label={t("invitations.decline_named", { organization })} onClick={onDecline}>
          {t("invitations.decline")}
        </KitButton>
      </div>
    </li>
  );
}
