// /login: email and password; Enter submits.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { hasSessionExpired } from "@/entities/session/session";
import { useSignIn } from "@/entities/session/signIn";
import { ApiProblem } from "@/lib/api/problem";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteField } from "@/ui/lite/LiteField";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import { useRegistrationOpen } from "../api/registration";
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
  // An invitation's.
  const [known] = useState(() => new URLSearchParams(search).get("email") ?? "");
  const form = useLiteForm(
    { email: known, password: "" },
    ({ email, password }) => ({ email: rules.required(email), password: rules.required(password) }),
    ({ email, password }) => signIn.mutate({ email: email.trim(), password }),
  );
  const unconfirmed = signIn.error instanceof ApiProblem && signIn.error.code === "auth.email_not_confirmed";

  return (
    <AuthLayout title={t("login.title")}>
      {signIn.error ? (
        <LiteNotice isError>
          <strong>{t("login.failed")}</strong> {errorText(signIn.error)}
          {unconfirmed ? <ResendConfirmationButton email={form.values.email} label={t("login.resend")} /> : null}
        </LiteNotice>
      ) : sent ? (
        <LiteNotice>{t("forgot.sent")}</LiteNotice>
      ) : expired ? (
        <LiteNotice>{t("login.expired")}</LiteNotice>
      ) : null}
      <form onSubmit={form.onSubmit} noValidate>
        <LiteField
          {...form.field("email")}
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus={!known}
        />
        <LiteField
          {...form.field("password")}
          label={t("password")}
          type="password"
          autoComplete="current-password"
          autoFocus={known !== ""}
        />
        <LiteButton type="submit" primary block busy={signIn.isPending}>
          {t("login.submit")}
        </LiteButton>
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
