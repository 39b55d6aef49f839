// /reset-password: the link's token becomes a session, then the new password is set.
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { query } from "@/api/client";
import { useSession } from "@/api/session";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainField } from "@/ui/plain/PlainField";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { usePlainForm } from "@/ui/plain/useForm";
import { tokenOf, useVerifyOnce } from "../api/verify";
import { AuthLayout } from "../components/AuthLayout";
import { BadLink } from "../components/BadLink";
import { useRules } from "../components/useRules";

export function ResetPasswordRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const rules = useRules();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const session = useSession();
  const token = tokenOf(params, "recovery");
  const verify = useVerifyOnce(token);
  const change = query.useMutation("patch", "/api/auth/user", {
    onSuccess: () => navigate("/", { replace: true }),
  });
  const form = usePlainForm(
    { password: "" },
    ({ password }) => ({ password: rules.newPassword(password) }),
    (body) => change.mutate({ body }),
  );

  if (verify.isError) return <BadLink reason={errorText(verify.error)} />;
  if (!token && session.data === null) return <BadLink reason={t("verify.no_token")} />;
  return (
    <AuthLayout title={t("reset.title")}>
      {change.error ? <PlainNotice bad>{errorText(change.error)}</PlainNotice> : null}
      <form onSubmit={form.onSubmit} noValidate>
        <PlainField
          {...form.field("password")}
          label={t("reset.new_password")}
          type="password"
          autoComplete="new-password"
          placeholder={t("register.password_hint")}
          autoFocus
        />
        <PlainButton type="submit" primary wide busy={change.isPending} disabled={!session.data || verify.isPending}>
          {t("reset.submit")}
        </PlainButton>
      </form>
    </AuthLayout>
  );
}
