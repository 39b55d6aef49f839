// /register: account, confirmation by mail, organization. Which step it is follows from who is signed in.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useSession } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { useRegistrationOpen } from "../api/registration";
import type { Credentials } from "../api/signIn";
import { AccountStep } from "../components/AccountStep";
import { AuthLayout } from "../components/AuthLayout";
import { Closed } from "../components/Closed";
import { KnownAccount } from "../components/KnownAccount";
import { OrganizationStep } from "../components/OrganizationStep";
import { VerificationStep } from "../components/VerificationStep";
import { stepOf } from "../logic/registration";

/** Where somebody begins to work once their organization is made. */
const START = href("pipeline");

export function RegisterRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const session = useSession();
  const open = useRegistrationOpen();
  const organizations = query.useQuery(
    "get",
    "/api/me/organizations",
    {},
    // Nothing here is worth a look that may fail while somebody types.
    { enabled: !!session.data, refetchOnWindowFocus: false },
  );
  // The password stays in memory, and only until the address is confirmed.
  const [waiting, setWaiting] = useState<Credentials | null>(null);
  const [wentBack, setWentBack] = useState(false);
  const [expired, setExpired] = useState(false);
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event.type === "signed_in") setWaiting(null);
        if (event.type === "signed_out" && event.expired) setExpired(true);
      }),
    [],
  );
  // Not before the session is gone everywhere: the sign-in page sends whoever still has one back here.
  if (expired && session.data === null) return <Navigate to={href("login", { next: href("register") })} />;

  // What is known stays on the page when asking again fails.
  const failed = [session, organizations].find((asked) => asked.error && asked.data === undefined);
  if (failed) {
    return (
      <AuthLayout title={t("register.title")}>
        <PlainNotice bad>{errorText(failed.error)}</PlainNotice>
        <PlainButton onClick={() => void failed.refetch()}>{t("retry")}</PlainButton>
      </AuthLayout>
    );
  }
  if (session.isPending || (session.data ? organizations.isPending : open === undefined))
    return <AuthLayout title={t("register.title")} />;
  if (session.data && organizations.data?.items.length) return <Navigate to={START} replace />;

  const step = stepOf({ signedIn: !!session.data, mailSent: waiting !== null, wentBack });
  if (step === "verification" && waiting) {
    return <VerificationStep credentials={waiting} onBack={() => setWaiting(null)} />;
  }
  if (step === "organization") return <OrganizationStep onBack={() => setWentBack(true)} />;
  if (session.data) return <KnownAccount email={session.data.user.email} onContinue={() => setWentBack(false)} />;
  if (!open) return <Closed />;
  return <AccountStep onMailSent={setWaiting} />;
}
