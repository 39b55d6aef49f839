// /accept-invitation?token=: an invitation and how to accept it.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { leaveCurrentOrganization } from "@/entities/session/leaveOrganization";
import { useSession } from "@/entities/session/session";
import { isNotFound } from "@/lib/api/problem";
import type { InvitationForMe, Session } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { useInvitation } from "../api/invitation";
import { AuthLayout } from "../components/AuthLayout";
import { InvitationAcceptPanel } from "../components/InvitationAcceptPanel";
import { InvitationError } from "../components/InvitationError";
import { InvitationSignInPrompt } from "../components/InvitationSignInPrompt";
import { InvitationSignUpForm } from "../components/InvitationSignUpForm";
import { InvitationWrongAccount } from "../components/InvitationWrongAccount";
import { invitationView } from "../logic/invitation";

export function InvitationRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const session = useSession();
  const invitation = useInvitation(token);

  if (token === "") return <InvitationError reason={t("invitation.no_token")} />;
  // A failed refetch keeps the form; only a deleted invitation replaces it.
  const isMissing = isNotFound(invitation.error);
  const error = isMissing || !invitation.data ? invitation.error : session.data === undefined ? session.error : null;
  if (error) return <InvitationError reason={errorText(error)} />;
  if (!invitation.data || session.isPending) return <AuthLayout title={t("invitation.loading")} />;
  return <InvitationContent token={token} invitation={invitation.data} session={session.data ?? null} />;
}

function InvitationContent(props: { token: string; invitation: InvitationForMe; session: Session | null }) {
  const { t } = useTranslation("auth");
  const { invitation, session } = props;
  switch (invitationView(invitation, session)) {
    case "accepted":
      return <InvitationError reason={t("invitation.accepted")} />;
    case "declined":
      return <InvitationError reason={t("invitation.declined")} />;
    case "expired":
      return <InvitationError reason={t("invitation.expired")} />;
    case "new_user":
      return <InvitationSignUpForm {...props} />;
    case "sign_in":
      return <InvitationSignInPrompt {...props} />;
    case "other_address":
      return <InvitationWrongAccount invitation={invitation} email={session?.user.email ?? ""} />;
    case "process":
      return <InvitationAcceptPanel {...props} />;
    case "enter":
      return <EnterOrganization organizationId={invitation.organization_id} />;
  }
}

/** Opens the joined organization. */
function EnterOrganization(props: { organizationId: string }) {
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    void leaveCurrentOrganization(props.organizationId).then(() => setChosen(true));
  }, [props.organizationId]);
  return isChosen ? <Navigate to={href("welcome")} replace /> : null;
}
