// Second registration step: confirm the email address.
import { useTranslation } from "react-i18next";
import { useSignIn } from "@/entities/session/signIn";
import { ApiProblem } from "@/lib/api/problem";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LiteButton, LiteLink } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { EmailDeliveryTips } from "./EmailDeliveryTips";
import { RegistrationSteps } from "./RegistrationSteps";

interface Props {
  email: string;
  /** Unknown after a reload, which leads to signing in. */
  password: string | null;
  onBack: () => void;
}

export function VerificationStep({ email, password, onBack }: Props) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const signIn = useSignIn();
  const unconfirmed = signIn.error instanceof ApiProblem && signIn.error.code === "auth.email_not_confirmed";
  return (
    <AuthLayout title={t("check.title")}>
      <RegistrationSteps at="verification" />
      {signIn.error ? (
        <LiteNotice isError>{unconfirmed ? t("check.not_yet") : errorText(signIn.error)}</LiteNotice>
      ) : null}
      <p className={styles.text}>{t("check.text", { email })}</p>
      {password === null ? (
        <LiteLink primary block to={href("login", { next: href("register") })}>
          {t("check.verified")}
        </LiteLink>
      ) : (
        <LiteButton primary block busy={signIn.isPending} onClick={() => signIn.mutate({ email, password })}>
          {t("check.verified")}
        </LiteButton>
      )}
      <EmailDeliveryTips email={email} onResent={signIn.reset} />
      <div className={styles.below}>
        <button type="button" className={styles.quiet} onClick={onBack}>
          {t("check.other_email")}
        </button>
      </div>
    </AuthLayout>
  );
}
