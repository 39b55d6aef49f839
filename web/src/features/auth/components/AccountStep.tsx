// First registration step: name, email, password and consent.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { type Credentials, useSignIn } from "@/entities/session/signIn";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import { href } from "@/lib/routes/href";
import { useFieldErrors } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteCheck } from "@/ui/lite/LiteCheck";
import { LiteField } from "@/ui/lite/LiteField";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FormError } from "./FormError";
import { MarkedText } from "./MarkedText";
import { RegistrationClosed } from "./RegistrationClosed";
import { RegistrationSteps } from "./RegistrationSteps";
import { useFieldRules } from "./useFieldRules";

const inNewTab = (to: string) => (content: string) => (
  <Link className={styles.inline ?? ""} to={to} target="_blank">
    {content}
  </Link>
);

const AGREED = { terms: inNewTab(href("terms")), privacy: inNewTab(href("privacy")) };

export function AccountStep(props: { onMailSent: (credentials: Credentials) => void }) {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const rules = useFieldRules();
  const fieldErrors = useFieldErrors();
  const signIn = useSignIn();
  const signUp = useMutation({
    mutationFn: async (body: Credentials & { full_name: string }) => {
      const { data } = await api.POST("/api/auth/sign-up", { body });
      const { email, password } = body;
      if (data?.confirmation_sent) props.onMailSent({ email, password });
      else await signIn.mutateAsync({ email, password });
    },
    onError: (error) => form.refuse(fieldErrors(error)),
  });
  const form = useLiteForm(
    { full_name: "", email: "", password: "", confirm_password: "", agree_terms: "" },
    (values) => ({
      full_name: rules.required(values.full_name),
      email: rules.email(values.email),
      password: rules.newPassword(values.password),
      confirm_password:
        values.confirm_password === values.password
          ? rules.required(values.confirm_password)
          : t("register.password_mismatch"),
      agree_terms: values.agree_terms ? undefined : t("register.agree_required"),
    }),
    ({ full_name, email, password }) => signUp.mutate({ full_name: full_name.trim(), email: email.trim(), password }),
  );

  if (signUp.error instanceof ApiProblem && signUp.error.code === "auth.registration_closed")
    return <RegistrationClosed />;
  const { value: agreed, error: disagreed, onValue: agree } = form.field("agree_terms");
  return (
    <AuthLayout title={t("register.title")}>
      <RegistrationSteps at="account" />
      <FormError what={t("register.failed")} error={signUp.error} />
      <form onSubmit={form.onSubmit} noValidate>
        <LiteField {...form.field("full_name")} label={t("full_name")} autoComplete="name" autoFocus />
        <LiteField {...form.field("email")} label={t("email")} type="email" autoComplete="username" />
        <LiteField
          {...form.field("password")}
          label={t("password")}
          type="password"
          autoComplete="new-password"
          placeholder={t("register.password_hint")}
        />
        <LiteField
          {...form.field("confirm_password")}
          label={t("register.confirm_password")}
          type="password"
          autoComplete="new-password"
        />
        <LiteCheck
          name="agree_terms"
          checked={agreed !== ""}
          error={disagreed}
          onChecked={(checked) => agree(checked ? "yes" : "")}
        >
          <MarkedText text={t("register.agree")} parts={AGREED} />
        </LiteCheck>
        <LiteButton type="submit" primary block busy={signUp.isPending}>
          {t("register.submit")}
        </LiteButton>
      </form>
      <div className={styles.below}>
        <span>
          {t("register.have_account")} <Link to={href("login") + search}>{t("register.sign_in")}</Link>
        </span>
      </div>
    </AuthLayout>
  );
}
