// Somebody signed in with the invited address: the invitation is accepted as the page opens.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { useJoinAsMyself } from "../api/invitation";
import { AuthLayout } from "./AuthLayout";
import { InvitationText } from "./InvitationText";

export function Joining(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const join = useJoinAsMyself(props.token, props.invitation);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void join.mutateAsync().then(() => navigate("/welcome", { replace: true }));
  });

  return (
    <AuthLayout title={t("invitation.processing")}>
      <InvitationText invitation={props.invitation} />
    </AuthLayout>
  );
}
