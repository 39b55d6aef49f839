// Asks for the password over a page whose session expired: the page stays behind it, hidden, with what was typed.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSignIn } from "@/entities/session/signIn";
import type { Session } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import lite from "@/ui/lite/Lite.module.css";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteField } from "@/ui/lite/LiteField";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import styles from "./SignInAgain.module.css";

export function SignInAgain({ user }: { user: Session["user"] }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const signIn = useSignIn();
  const form = useLiteForm(
    { password: "" },
    ({ password }) => (password === "" ? { password: t("required") } : {}),
    ({ password }) => signIn.mutate({ email: user.email, password }),
  );
  useEffect(() => {
    const element = dialog.current;
    // Above dialogs of the page, which become inert too.
    if (element && !element.open) element.showModal();
    // The dialog would focus its first field, the address.
    element?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${lite.dialog} ${styles.covering}`}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A browser closes it at the second Escape without asking.
        if (event.key === "Escape") event.preventDefault();
        event.stopPropagation();
      }}
    >
      <h2 className={lite.dialogTitle} id="sign-in-again">
        {t("again.title")}
      </h2>
      <p className={styles.text}>{t("again.text")}</p>
      {signIn.error ? (
        <LiteNotice isError>
          <strong>{t("login.failed")}</strong> {errorText(signIn.error)}
        </LiteNotice>
      ) : null}
      <form onSubmit={form.onSubmit} noValidate>
        <LiteField
          label={t("email")}
          type="email"
          autoComplete="username"
          value={user.email}
          onValue={() => {}}
          readOnly
        />
        <LiteField {...form.field("password")} label={t("password")} type="password" autoComplete="current-password" />
        <LiteButton type="submit" primary block busy={signIn.isPending}>
          {t("login.submit")}
        </LiteButton>
      </form>
      <p className={styles.below}>
        {/* Reloads the page, so that it has nothing of this user. */}
        <a href={href("login", { next: pathname + search })}>{t("again.other")}</a>
      </p>
    </dialog>
  );
}
