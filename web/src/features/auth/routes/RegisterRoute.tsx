// /register: the account; then, where the server sends a mail, the request to look for it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { api } from "@/api/client";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainField } from "@/ui/plain/PlainField";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { usePlainForm } from "@/ui/plain/useForm";
import { useSignIn } from "../api/signIn";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";
import { CheckMail } from "../components/CheckMail";
import { useRules } from "../components/useRules";

export function RegisterRoute() {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const errorText = useErrorText();
  const rules = useRules();
  const fieldErrors = useFieldErrors();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const signIn = useSignIn();
  const signUp = useMutation({
    mutationFn: async (body: { email: string; password: string; full_name: string }) => {
      const { data } = await api.POST("/api/auth/sign-up", { body });
      if (data?.confirmation_sent) setSentTo(body.email);
      else await signIn.mutateAsync({ email: body.email, password: body.password });
    },
    onError: (error) => form.refuse(fieldErrors(error)),
  });
  const form = usePlainForm(
    { full_name: "", email: "", password: "", confirm_password: "" },
    (values) => ({
      full_name: rules.required(values.full_name),
      email: rules.email(values.email),
      password: rules.newPassword(values.password),
      confirm_password:
        values.confirm_password === values.password
          ? rules.required(values.confirm_password)
          : t("register.password_mismatch"),
    }),
    ({ full_name, email, password }) => signUp.mutate({ full_name: full_name.trim(), email: email.trim(), password }),
  );

  if (sentTo) return <CheckMail email={sentTo} />;
  return (
    <AuthLayout title={t("register.title")}>
      {signUp.error ? <PlainNotice bad>{errorText(signUp.error)}</PlainNotice> : null}
      <form onSubmit={form.onSubmit} noValidate>
        <PlainField {...form.field("full_name")} label={t("full_name")} autoComplete="name" autoFocus />
        <PlainField {...form.field("email")} label={t("email")} type="email" autoComplete="username" />
        <PlainField
          {...form.field("password")}
          label={t("password")}
          type="password"
          autoComplete="new-password"
          placeholder={t("register.password_hint")}
        />
        <PlainField
          {...form.field("confirm_password")}
          label={t("register.confirm_password")}
          type="password"
          autoComplete="new-password"
        />
        <PlainButton type="submit" primary wide busy={signUp.isPending}>
          {t("register.submit")}
        </PlainButton>
      </form>
      <div className={styles.below}>
        <span>
          {t("register.have_account")} <Link to={`/login${search}`}>{t("register.sign_in")}</Link>
        </span>
      </div>
    </AuthLayout>
  );
}
