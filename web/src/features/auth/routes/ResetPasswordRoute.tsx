// /reset-password: confirming exchanges the link's token for a session; then the new password is set.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { updateUser } from "@/entities/session/account";
import { useSession } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import { HOME } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteField } from "@/ui/lite/LiteField";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import { useVerify } from "../api/verify";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";
import { FormError } from "../components/FormError";
import { InvalidLink } from "../components/InvalidLink";
import { LinkConfirmation } from "../components/LinkConfirmation";
import { useFieldRules } from "../components/useFieldRules";
import { parseToken } from "../logic/token";

export function ResetPasswordRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const rules = useFieldRules();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const session = useSession();
  const token = parseToken(params, "recovery");
  const verify = useVerify();
  const change = useMutation({
    mutationFn: async (password: string) => {
      await updateUser(client, { password });
      await navigate(HOME, { replace: true });
    },
    onError: (error) => form.refuse(fieldErrors(error)),
  });
  const form = useLiteForm(
    { password: "", confirm_password: "" },
    ({ password, confirm_password }) => ({
      password: rules.newPassword(password),
      confirm_password:
        confirm_password === password ? rules.required(confirm_password) : t("register.password_mismatch"),
    }),
    ({ password }) => change.mutate(password),
  );

  if (verify.isError) return <InvalidLink reason={errorText(verify.error)} canRequestAnother />;
  const stale = change.error instanceof ApiProblem && change.error.code === "auth.reauthentication_needed";
  if (stale) return <InvalidLink reason={t("reset.stale")} canRequestAnother />;
  if (!token && session.data === null) return <InvalidLink reason={t("verify.no_token")} canRequestAnother />;
  if (token && !verify.isSuccess)
    return <LinkConfirmation busy={verify.isPending} onConfirm={() => verify.mutate(token)} />;
  return (
    <AuthLayout title={t("reset.title")}>
      {session.data ? <p className={styles.text}>{t("reset.text", { email: session.data.user.email })}</p> : null}
      <FormError what={t("reset.failed")} error={change.error} />
      <form onSubmit={form.onSubmit} noValidate>
        <LiteField
          {...form.field("password")}
          label={t("reset.new_password")}
          type="password"
          autoComplete="new-password"
          placeholder={t("register.password_hint")}
          autoFocus
        />
        <LiteField
          {...form.field("confirm_password")}
          label={t("register.confirm_password")}
          type="password"
          autoComplete="new-password"
        />
        <LiteButton type="submit" primary block busy={change.isPending} disabled={!session.data || verify.isPending}>
          {t("reset.submit")}
        </LiteButton>
      </form>
    </AuthLayout>
  );
}
