// First registration step for an existing account: continue, or use another one.
import { useTranslation } from "react-i18next";
import { useSignOut } from "@/entities/session/signOut";
import { useErrorText } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteNotice } from "@/ui/lite/LiteNotice";
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
      {signOut.error ? <LiteNotice isError>{errorText(signOut.error)}</LiteNotice> : null}
      <p className={styles.text}>{t("register.known", { email: props.email })}</p>
      <LiteButton primary block onClick={props.onContinue}>
        {t("register.continue")}
      </LiteButton>
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
