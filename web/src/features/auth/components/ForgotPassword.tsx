// The forgot-password dialog: an email, and an answer that tells nobody whether it has an account.
import { useTranslation } from "react-i18next";
import { query } from "@/lib/api/client";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainDialog, PlainDialogActions } from "@/ui/plain/PlainDialog";
import { PlainField } from "@/ui/plain/PlainField";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { usePlainForm } from "@/ui/plain/useForm";
import styles from "./AuthForm.module.css";
import { useRules } from "./useRules";

export function ForgotPassword(props: { open: boolean; email: string; onClose: () => void }) {
  const { t } = useTranslation("auth");
  return (
    <PlainDialog open={props.open} title={t("forgot.title")} onClose={props.onClose}>
      <ForgotForm email={props.email} onClose={props.onClose} />
    </PlainDialog>
  );
}

function ForgotForm(props: { email: string; onClose: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const rules = useRules();
  const reset = query.useMutation("post", "/api/auth/reset-password");
  const form = usePlainForm(
    { email: props.email },
    ({ email }) => ({ email: rules.email(email) }),
    ({ email }) => reset.mutate({ body: { email: email.trim() } }),
  );
  if (reset.isSuccess) {
    return (
      <>
        <p role="status">{t("forgot.sent")}</p>
        <PlainDialogActions>
          <PlainButton onClick={props.onClose}>{t("close")}</PlainButton>
        </PlainDialogActions>
      </>
    );
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <p className={styles.text}>{t("forgot.text")}</p>
      {reset.error ? <PlainNotice bad>{errorText(reset.error)}</PlainNotice> : null}
      <PlainField {...form.field("email")} label={t("email")} type="email" autoComplete="username" autoFocus />
      <PlainDialogActions>
        <PlainButton onClick={props.onClose}>{t("cancel")}</PlainButton>
        <PlainButton type="submit" primary busy={reset.isPending}>
          {t("forgot.submit")}
        </PlainButton>
      </PlainDialogActions>
    </form>
  );
}
