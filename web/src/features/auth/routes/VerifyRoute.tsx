// /verify?type=&token_hash=: where the link of a mail lands; a good one signs in and goes on.
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useErrorText } from "@/ui/errorText";
import { useVerifyOnce } from "../api/verify";
import { AuthLayout } from "../components/AuthLayout";
import { BadLink } from "../components/BadLink";
import { tokenOf } from "../logic/token";

export function VerifyRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const token = tokenOf(params);
  const verify = useVerifyOnce(token);

  if (!token) return <BadLink reason={t("verify.no_token")} />;
  if (verify.isError) return <BadLink reason={errorText(verify.error)} />;
  if (verify.isSuccess) return <Navigate to={token.type === "recovery" ? "/reset-password" : "/"} replace />;
  return <AuthLayout title={t("verify.working")} />;
}
