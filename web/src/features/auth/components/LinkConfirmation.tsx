// Confirms an email link by a click, so that prefetching it does not sign in.
import { useTranslation } from "react-i18next";
import { LiteButton } from "@/ui/lite/LiteButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function LinkConfirmation(props: { busy: boolean; onConfirm: () => void }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("verify.title")}>
      <p className={styles.text}>{t("verify.text")}</p>
      <LiteButton primary block busy={props.busy} onClick={props.onConfirm}>
        {t("verify.continue")}
      </LiteButton>
    </AuthLayout>
  );
}
