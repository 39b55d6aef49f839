// Forgot-password dialog. The answer does not reveal whether the account exists.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { mailResetLink } from "@/entities/session/account";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteDialog, LiteDialogActions } from "@/ui/lite/LiteDialog";
import { LiteError } from "@/ui/lite/LiteError";
import { LiteField } from "@/ui/lite/LiteField";
import { useLiteForm } from "@/ui/lite/useLiteForm";
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
    <LiteDialog open={props.open} title={t("forgot.title")} onClose={props.onClose}>
      <ForgotPasswordForm email={props.email} onClose={props.onClose} onSent={props.onSent} />
    </LiteDialog>
  );
}

function ForgotPasswordForm(props: Omit<Props, "open">) {
  const { t } = useTranslation("auth");
  const rules = useFieldRules();
  const reset = useMutation({ mutationFn: mailResetLink });
  const form = useLiteForm(
    { email: props.email },
    ({ email }) => ({ email: rules.email(email) }),
    ({ email }) => reset.mutate(email.trim(), { onSuccess: props.onSent }),
  );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <p className={styles.text}>{t("forgot.text")}</p>
      {reset.error ? <LiteError title={t("forgot.failed")} error={reset.error} /> : null}
      <LiteField {...form.field("email")} label={t("email")} type="email" autoComplete="username" autoFocus />
      <LiteDialogActions>
        <LiteButton onClick={props.onClose}>{t("cancel")}</LiteButton>
        <LiteButton type="submit" primary busy={reset.isPending}>
          {t("forgot.submit")}
        </LiteButton>
      </LiteDialogActions>
    </form>
  );
}
