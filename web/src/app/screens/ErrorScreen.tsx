// Error boundary page for uncaught errors: message, reload, and a link home.
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { KitButton } from "@/ui/kit/Kit";
import { errorKind } from "./errorMessage";
import { FullPage } from "./FullPage";

export function ErrorScreen() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  const kind = isRouteErrorResponse(error) ? errorKind(`${error.status} ${error.statusText}`) : errorKind(error);
  const text = {
    network: t("error.network"),
    permission: t("error.permission"),
    not_found: t("error.not_found"),
    timeout: t("error.timeout"),
    validation: t("error.validation"),
    system: t("error.system"),
    unknown: t("error.unknown"),
  }[kind];
  return (
    <FullPage
      title={t("error.title")}
      text={text}
      actions={
        <>
          <KitButton primary onClick={() => window.location.reload()}>
            {t("error.reload")}
          </KitButton>
          <KitButton onClick={() => window.history.back()}>{t("error.back")}</KitButton>
        </>
      }
    />
  );
}
