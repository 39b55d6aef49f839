// /register: account, email confirmation, organization; the session decides the step.

import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useUnpolledMemberships } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import type { Credentials } from "@/entities/session/signIn";
import { onAuthEvent } from "@/lib/auth/sessionManager";
import { canOpenRoute } from "@/lib/routes/access";
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
import { clearPendingRegistration, pendingRegistration, storePendingRegistration } from "../logic/pendingRegistration";
import { registrationStep } from "../logic/registration";

const OrganizationStep = lazyPart(async () => ({
  default: (await import("../components/OrganizationStep")).OrganizationStep,
}));
const VerificationStep = lazyPart(async () => ({
  default: (await import("../components/VerificationStep")).VerificationStep,
}));

export function RegisterRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const session = useSession();
  const open = useRegistrationOpen();
  const organizations = useUnpolledMemberships(!!session.data);
  // The password stays in memory, only until the email is confirmed; after a reload it is unknown.
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; password: string | null } | null>(() => {
    const email = pendingRegistration();
    return email === null ? null : { email, password: null };
  });
  const wait = (credentials: Credentials) => {
    storePendingRegistration(credentials.email);
    setUnconfirmed(credentials);
  };
  const [wentBack, setWentBack] = useState(false);
  const [expired, setExpired] = useState(false);
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event.type === "signed_in") {
          clearPendingRegistration();
          setUnconfirmed(null);
        }
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
  const membership = session.data ? organizations.data?.items[0] : undefined;
  // A new organization's owner has the page; other members may lack it.
  if (membership) return <Navigate to={href(canOpenRoute(membership, "pipeline") ? "pipeline" : "welcome")} replace />;

  const step = registrationStep({ signedIn: !!session.data, mailSent: unconfirmed !== null, wentBack });
  if (step === "verification" && unconfirmed) {
    return (
      <Suspense fallback={<AuthLayout title={t("check.title")} />}>
        <VerificationStep
          {...unconfirmed}
          onBack={() => {
            clearPendingRegistration();
            setUnconfirmed(null);
          }}
        />
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
  return <AccountStep onMailSent={wait} />;
}
