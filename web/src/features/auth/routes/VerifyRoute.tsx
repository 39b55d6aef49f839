// /verify?type=&token_hash=: where the link of a mail lands; a good one signs in and goes on.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { tokenOf, useVerify } from "../api/verify";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";

export function VerifyRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const token = tokenOf(params);
  const verify = useVerify();
  const started = useRef(false);

  // A token works once; StrictMode runs effects twice.
  useEffect(() => {
    if (!token || started.current) return;
    started.current = true;
    verify.mutate(token);
  });

  if (verify.isSuccess) return <Navigate to={token?.type === "recovery" ? "/reset-password" : "/"} replace />;
  const failed = !token || verify.isError;
  return (
    <AuthLayout title={failed ? t("verify.failed") : t("verify.working")}>
      {failed ? (
        <>
          <p className={styles.text} role="alert">
            {token ? errorText(verify.error) : t("verify.no_token")}
          </p>
          <LinkButton type="primary" to="/login">
            {t("verify.to_login")}
          </LinkButton>
        </>
      ) : null}
    </AuthLayout>
  );
}
