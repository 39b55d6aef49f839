// /verify?type=&token_hash=: target of email links; confirming signs in and continues.
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { useVerify } from "../api/verify";
import { InvalidLink } from "../components/InvalidLink";
import { LinkConfirmation } from "../components/LinkConfirmation";
import { parseToken, type Token } from "../logic/token";

/** Next page by the type of link; registration continues with the organization if there is none. */
const NEXT_PAGE: Partial<Record<Token["type"], string>> = {
  recovery: href("resetPassword"),
  signup: href("register"),
  email_change: href("account"),
};

export function VerifyRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const token = parseToken(params);
  const verify = useVerify();

  if (!token) return <InvalidLink reason={t("verify.no_token")} />;
  if (verify.isError) return <InvalidLink reason={errorText(verify.error)} />;
  if (verify.isSuccess) return <Navigate to={NEXT_PAGE[token.type] ?? "/"} replace />;
  return <LinkConfirmation busy={verify.isPending} onConfirm={() => verify.mutate(token)} />;
}
