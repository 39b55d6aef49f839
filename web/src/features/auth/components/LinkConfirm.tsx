// Before a mail's link is used: a press, so that no page signs anybody in by opening it.
import { useTranslation } from "react-i18next";
import { PlainButton } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function LinkConfirm(props: { busy: boolean; onConfirm: () => void }) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout title={t("verify.title")}>
      <p className={styles.text}>{t("verify.text")}</p>
      <PlainButton primary wide busy={props.busy} onClick={props.onConfirm}>
        {t("verify.continue")}
      </PlainButton>
    </AuthLayout>
  );
}
