// Second registration step: confirm the email address.
import { useTranslation } from "react-i18next";
import { type Credentials, useSignIn } from "@/entities/session/signIn";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { EmailDeliveryTips } from "./EmailDeliveryTips";
import { RegistrationSteps } from "./RegistrationSteps";

export function VerificationStep(props: { credentials: Credentials; onBack: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const signIn = useSignIn();
  const { credentials } = props;
  const unconfirmed = signIn.error instanceof ApiProblem && signIn.error.code === "auth.email_not_confirmed";
  return (
    <AuthLayout title={t("check.title")}>
      <RegistrationSteps at="verification" />
      {signIn.error ? (
        <LiteNotice isError>{unconfirmed ? t("check.not_yet") : errorText(signIn.error)}</LiteNotice>
      ) : null}
      <p className={styles.text}>{t("check.text", { email: credentials.email })}</p>
      <LiteButton primary block busy={signIn.isPending} onClick={() => signIn.mutate(credentials)}>
        {t("check.verified")}
      </LiteButton>
      <EmailDeliveryTips email={credentials.email} />
      <div className={styles.below}>
        <button type="button" className={styles.quiet} onClick={props.onBack}>
          {t("check.other_email")}
        </button>
      </div>
    </AuthLayout>
  );
}
