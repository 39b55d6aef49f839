// What to do when a confirmation mail does not come, the last of it sending it again.
import { useTranslation } from "react-i18next";
import styles from "./AuthForm.module.css";
import { Resend } from "./Resend";

export function MailTips(props: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <section className={styles.tips} aria-label={t("check.missing")}>
      <p>{t("check.missing")}</p>
      <ul>
        <li>{t("check.tip_spam")}</li>
        <li>{t("check.tip_address", { email: props.email })}</li>
        <li>{t("check.tip_wait")}</li>
      </ul>
      <Resend email={props.email} label={t("check.resend")} />
    </section>
  );
}
