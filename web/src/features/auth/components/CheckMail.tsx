// After registering: where the mail went, what to do when it does not come.
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { query } from "@/api/client";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";

export function CheckMail(props: { email: string }) {
  const { t } = useTranslation("auth");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const resend = query.useMutation("post", "/api/auth/resend", {
    onSuccess: () => message.success(t("login.resent")),
    onError: (error) => message.error(errorText(error)),
  });
  return (
    <AuthLayout title={t("check.title")}>
      <p>{t("check.text", { email: props.email })}</p>
      <p className={styles.tips}>{t("check.tips")}</p>
      <div className={styles.below}>
        <Button loading={resend.isPending} onClick={() => resend.mutate({ body: { email: props.email } })}>
          {t("check.resend")}
        </Button>
        <LinkButton type="link" to="/login">
          {t("verify.to_login")}
        </LinkButton>
      </div>
    </AuthLayout>
  );
}
