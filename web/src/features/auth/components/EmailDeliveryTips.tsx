// Tips for a missing confirmation email, with resend.
import { useTranslation } from "react-i18next";
import styles from "./AuthForm.module.css";
import { ResendConfirmationButton } from "./ResendConfirmationButton";

export function EmailDeliveryTips(props: { email: string; onResent?: () => void }) {
  const { t } = useTranslation("auth");
  return (
    <section className={styles.tips} aria-label={t("check.missing")}>
      <p>{t("check.missing")}</p>
      <ul>
        <li>{t("check.tip_spam")}</li>
        <li>{t("check.tip_address", { email: props.email })}</li>
        <li>{t("check.tip_wait")}</li>
      </ul>
      <ResendConfirmationButton email={props.email} label={t("check.resend")} onResent={props.onResent} />
    </section>
  );
}
