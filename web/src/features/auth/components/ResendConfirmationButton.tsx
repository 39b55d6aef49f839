// Resends the confirmation email.
import { useTranslation } from "react-i18next";
import { query } from "@/lib/api/client";
import { useErrorText } from "@/ui/errorText";
import styles from "./AuthForm.module.css";

interface Props {
  email: string;
  label: string;
  onResent?: (() => void) | undefined;
}

export function ResendConfirmationButton(props: Props) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const resend = query.useMutation("post", "/api/auth/resend");
  return (
    <p className={styles.resend}>
      {resend.isSuccess ? (
        <span role="status">{t("login.resent")}</span>
      ) : (
        <button
          type="button"
          className={styles.link}
          disabled={resend.isPending}
          onClick={() =>
            resend.mutate({ body: { email: props.email.trim() } }, { onSuccess: () => props.onResent?.() })
          }
        >
          {props.label}
        </button>
      )}
      {resend.error ? <span role="alert"> {errorText(resend.error)}</span> : null}
    </p>
  );
}
