// First registration step for an existing account: continue, or use another one.
import { useTranslation } from "react-i18next";
import { useSignOut } from "@/entities/session/signOut";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { RegistrationSteps } from "./RegistrationSteps";

export function ExistingAccountStep(props: { email: string; onContinue: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const signOut = useSignOut();
  return (
    <AuthLayout title={t("register.title")}>
      <RegistrationSteps at="account" />
      {signOut.error ? <PlainNotice isError>{errorText(signOut.error)}</PlainNotice> : null}
      <p className={styles.text}>{t("register.known", { email: props.email })}</p>
      <PlainButton primary block onClick={props.onContinue}>
        {t("register.continue")}
      </PlainButton>
      <div className={styles.below}>
        <button
          type="button"
          className={styles.quiet}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate(undefined, { onSuccess: props.onContinue })}
        >
          {t("register.other_account")}
        </button>
      </div>
    </AuthLayout>
  );
}
