// Forgot-password dialog. The answer does not reveal whether the account exists.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { mailResetLink } from "@/entities/session/account";
import { PlainButton } from "@/ui/plain/PlainButton";
import { PlainDialog, PlainDialogActions } from "@/ui/plain/PlainDialog";
import { PlainError } from "@/ui/plain/PlainError";
import { PlainField } from "@/ui/plain/PlainField";
import { usePlainForm } from "@/ui/plain/usePlainForm";
import styles from "./AuthForm.module.css";
import { useFieldRules } from "./useFieldRules";

interface Props {
  open: boolean;
  email: string;
  onClose: () => void;
  /** Called when the link was sent, if the account exists. */
  onSent: () => void;
}

export function ForgotPasswordDialog(props: Props) {
  const { t } = useTranslation("auth");
  return (
    <PlainDialog open={props.open} title={t("forgot.title")} onClose={props.onClose}>
      <ForgotPasswordForm email={props.email} onClose={props.onClose} onSent={props.onSent} />
    </PlainDialog>
  );
}

function ForgotPasswordForm(props: Omit<Props, "open">) {
  const { t } = useTranslation("auth");
  const rules = useFieldRules();
  const reset = useMutation({ mutationFn: mailResetLink });
  const form = usePlainForm(
    { email: props.email },
    ({ email }) => ({ email: rules.email(email) }),
    ({ email }) => reset.mutate(email.trim(), { onSuccess: props.onSent }),
  );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <p className={styles.text}>{t("forgot.text")}</p>
      {reset.error ? <PlainError title={t("forgot.failed")} error={reset.error} /> : null}
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
