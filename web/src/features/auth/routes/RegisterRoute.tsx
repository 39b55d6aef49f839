// /register: account, email confirmation, organization; the session decides the step.

import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useUnpolledMemberships } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import type { Credentials } from "@/entities/session/signIn";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { useRegistrationOpen } from "../api/registration";
import { AccountStep } from "../components/AccountStep";
import { AuthLayout } from "../components/AuthLayout";
import { ExistingAccountStep } from "../components/ExistingAccountStep";
import { RegistrationClosed } from "../components/RegistrationClosed";
import { registrationStep } from "../logic/registration";

const OrganizationStep = lazyPart(async () => ({
  default: (await import("../components/OrganizationStep")).OrganizationStep,
}));
const VerificationStep = lazyPart(async () => ({
  default: (await import("../components/VerificationStep")).VerificationStep,
}));

/** First page after registration. */
const AFTER_REGISTRATION = href("pipeline");

export function RegisterRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const session = useSession();
  const open = useRegistrationOpen();
  const organizations = useUnpolledMemberships(!!session.data);
  // The password stays in memory, only until the email is confirmed.
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null);
  const [wentBack, setWentBack] = useState(false);
  const [expired, setExpired] = useState(false);
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event.type === "signed_in") setUnconfirmed(null);
        if (event.type === "signed_out" && event.expired) setExpired(true);
      }),
    [],
  );
  // Wait for the session to be cleared: the sign-in page redirects signed-in users back here.
  if (expired && session.data === null) return <Navigate to={href("login", { next: href("register") })} />;

  // A failed refetch keeps the page.
  const failed = [session, organizations].find((asked) => asked.error && asked.data === undefined);
  if (failed) {
    return (
      <AuthLayout title={t("register.title")}>
        <LiteNotice isError>{errorText(failed.error)}</LiteNotice>
        <LiteButton onClick={() => void failed.refetch()}>{t("retry")}</LiteButton>
      </AuthLayout>
    );
  }
  if (session.isPending || (session.data ? organizations.isPending : open === undefined))
    return <AuthLayout title={t("register.title")} />;
  if (session.data && organizations.data?.items.length) return <Navigate to={AFTER_REGISTRATION} replace />;

  const step = registrationStep({ signedIn: !!session.data, mailSent: unconfirmed !== null, wentBack });
  if (step === "verification" && unconfirmed) {
    return (
      <Suspense fallback={<AuthLayout title={t("check.title")} />}>
        <VerificationStep credentials={unconfirmed} onBack={() => setUnconfirmed(null)} />
      </Suspense>
    );
  }
  if (step === "organization") {
    return (
      <Suspense fallback={<AuthLayout title={t("register.organization_title")} wide />}>
        <OrganizationStep onBack={() => setWentBack(true)} />
      </Suspense>
    );
  }
  if (session.data)
    return <ExistingAccountStep email={session.data.user.email} onContinue={() => setWentBack(false)} />;
  if (!open) return <RegistrationClosed />;
  return <AccountStep onMailSent={setUnconfirmed} />;
}
