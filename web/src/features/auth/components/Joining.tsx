// Somebody signed in with the invited address: the invitation is accepted as the page opens.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InvitationForMe } from "@/api/types";
import { useErrorText } from "@/ui/errorText";
import { useAccept } from "../api/invitation";
import { AuthLayout } from "./AuthLayout";
import { BadInvitation } from "./BadInvitation";
import { InvitationText } from "./InvitationText";

export function Joining(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const accept = useAccept(props.token, props.invitation);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    accept.mutateAsync({}).then(
      () => navigate("/welcome", { replace: true }),
      () => {},
    );
  });

  if (accept.error) return <BadInvitation reason={errorText(accept.error)} />;
  return (
    <AuthLayout title={t("invitation.processing")}>
      <InvitationText invitation={props.invitation} />
    </AuthLayout>
  );
}
