// /login: email and password; Enter submits.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { hasSessionExpired } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainField } from "@/ui/plain/PlainField";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { usePlainForm } from "@/ui/plain/usePlainForm";
import { useRegistrationOpen } from "../api/registration";
import { useSignIn } from "../api/signIn";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";
import { ForgotPasswordDialog } from "../components/ForgotPasswordDialog";
import { ResendConfirmationButton } from "../components/ResendConfirmationButton";
import { useFieldRules } from "../components/useFieldRules";

export function LoginRoute() {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const errorText = useErrorText();
  const rules = useFieldRules();
  const [expired] = useState(hasSessionExpired);
  const [forgot, setForgot] = useState(false);
  const [sent, setSent] = useState(false);
  const open = useRegistrationOpen();
  const signIn = useSignIn();
  const form = usePlainForm(
    { email: "", password: "" },
    ({ email, password }) => ({ email: rules.required(email), password: rules.required(password) }),
    ({ email, password }) => signIn.mutate({ email: email.trim(), password }),
  );
  const unconfirmed = signIn.error instanceof ApiProblem && signIn.error.code === "auth.email_not_confirmed";

  return (
    <AuthLayout title={t("login.title")}>
      {signIn.error ? (
        <PlainNotice isError>
          <strong>{t("login.failed")}</strong> {errorText(signIn.error)}
          {unconfirmed ? <ResendConfirmationButton email={form.values.email} label={t("login.resend")} /> : null}
        </PlainNotice>
      ) : sent ? (
        <PlainNotice>{t("forgot.sent")}</PlainNotice>
      ) : expired ? (
        <PlainNotice>{t("login.expired")}</PlainNotice>
      ) : null}
      <form onSubmit={form.onSubmit} noValidate>
        <PlainField {...form.field("email")} label={t("email")} type="email" autoComplete="username" autoFocus />
        <PlainField {...form.field("password")} label={t("password")} type="password" autoComplete="current-password" />
        <PlainButton type="submit" primary block busy={signIn.isPending}>
          {t("login.submit")}
        </PlainButton>
      </form>
      <div className={styles.below}>
        <button type="button" className={styles.quiet} onClick={() => setForgot(true)}>
          {t("login.forgot")}
        </button>
        {open === false ? (
          <span>{t("login.closed")}</span>
        ) : (
          <span data-known={open !== undefined}>
            {t("login.no_account")} <Link to={href("register") + search}>{t("login.register")}</Link>
          </span>
        )}
      </div>
      <ForgotPasswordDialog
        open={forgot}
        email={form.values.email}
        onClose={() => setForgot(false)}
        onSent={() => {
          setForgot(false);
          // Its error would hide the notice.
          signIn.reset();
          setSent(true);
        }}
      />
    </AuthLayout>
  );
}
