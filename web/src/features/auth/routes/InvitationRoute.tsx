// /accept-invitation?token=: who invites where to, and the way in for whoever comes.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { rememberOrganization, useSession } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import type { InvitationForMe, Session } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { useInvitation } from "../api/invitation";
import { AuthLayout } from "../components/AuthLayout";
import { BadInvitation } from "../components/BadInvitation";
import { JoinAsNew } from "../components/JoinAsNew";
import { Joining } from "../components/Joining";
import { JoinOther } from "../components/JoinOther";
import { JoinSignIn } from "../components/JoinSignIn";
import { receptionOf } from "../logic/invitation";

export function InvitationRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const session = useSession();
  const invitation = useInvitation(token);

  if (token === "") return <BadInvitation reason={t("invitation.no_token")} />;
  // A look that failed takes away nothing that somebody is filling in; an invitation that is gone does.
  const isGone = invitation.error instanceof ApiProblem && invitation.error.status === 404;
  const error = isGone || !invitation.data ? invitation.error : session.data === undefined ? session.error : null;
  if (error) return <BadInvitation reason={errorText(error)} />;
  if (!invitation.data || session.isPending) return <AuthLayout title={t("invitation.loading")} />;
  return <Reception token={token} invitation={invitation.data} session={session.data ?? null} />;
}

function Reception(props: { token: string; invitation: InvitationForMe; session: Session | null }) {
  const { t } = useTranslation("auth");
  const { invitation, session } = props;
  switch (receptionOf(invitation, session)) {
    case "accepted":
      return <BadInvitation reason={t("invitation.accepted")} />;
    case "declined":
      return <BadInvitation reason={t("invitation.declined")} />;
    case "expired":
      return <BadInvitation reason={t("invitation.expired")} />;
    case "new_user":
      return <JoinAsNew {...props} />;
    case "sign_in":
      return <JoinSignIn {...props} />;
    case "other_address":
      return <JoinOther invitation={invitation} email={session?.user.email ?? ""} />;
    case "process":
      return <Joining {...props} />;
    case "enter":
      return <Enter organizationId={invitation.organization_id} />;
  }
}

/** Goes to work in the organization that was joined. */
function Enter(props: { organizationId: string }) {
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    rememberOrganization(props.organizationId);
    setChosen(true);
  }, [props.organizationId]);
  return isChosen ? <Navigate to={href("welcome")} replace /> : null;
}
