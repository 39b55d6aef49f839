// Accepts an invitation with a new account: name and password.
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { InvitationForMe } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useFieldErrors } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteField } from "@/ui/lite/LiteField";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import { useSignUpWithInvitation } from "../api/invitation";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { FormError } from "./FormError";
import { InvitationDeclineButton } from "./InvitationDeclineButton";
import { InvitationDeclined } from "./InvitationDeclined";
import { InvitationSummary } from "./InvitationSummary";
import { useFieldRules } from "./useFieldRules";

const EmailDeliveryTips = lazyPart(async () => ({
  default: (await import("./EmailDeliveryTips")).EmailDeliveryTips,
}));

export function InvitationSignUpForm(props: { token: string; invitation: InvitationForMe }) {
  const { t } = useTranslation("auth");
  const { invitation } = props;
  const fieldErrors = useFieldErrors();
  const rules = useFieldRules();
  const navigate = useNavigate();
  const [declined, setDeclined] = useState(false);
  const join = useSignUpWithInvitation(props.token);
  const form = useLiteForm(
    { full_name: "", password: "" },
    ({ full_name, password }) => ({ full_name: rules.required(full_name), password: rules.newPassword(password) }),
    ({ full_name, password }) =>
      join.mutate(
        { full_name: full_name.trim(), password },
        {
          onSuccess: (accepted) => {
            if (!accepted?.confirmation_sent) void navigate(href("welcome"), { replace: true });
          },
          onError: (error) => form.refuse(fieldErrors(error)),
        },
      ),
  );

  if (declined) return <InvitationDeclined organization={invitation.organization_name} />;
  if (join.data?.confirmation_sent) {
    return (
      <AuthLayout title={t("check.title")}>
        <p className={styles.text}>{t("invitation.check", { email: invitation.email })}</p>
        <Suspense>
          <EmailDeliveryTips email={invitation.email} />
        </Suspense>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t("invitation.title", { organization: invitation.organization_name })}>
      <InvitationSummary invitation={invitation} />
      <FormError what={t("invitation.failed")} error={join.error} />
      <form onSubmit={form.onSubmit} noValidate>
        <LiteField
          label={t("email")}
          name="email"
          value={invitation.email}
          type="email"
          autoComplete="username"
          readOnly
          onValue={() => {}}
        />
        <LiteField {...form.field("full_name")} label={t("full_name")} autoComplete="name" autoFocus />
        <LiteField
          {...form.field("password")}
          label={t("password")}
          type="password"
          autoComplete="new-password"
          placeholder={t("register.password_hint")}
        />
        <LiteButton type="submit" primary block busy={join.isPending}>
          {t("invitation.join")}
        </LiteButton>
      </form>
      <div className={styles.below}>
        <InvitationDeclineButton {...props} onDeclined={() => setDeclined(true)} />
      </div>
    </AuthLayout>
  );
}
