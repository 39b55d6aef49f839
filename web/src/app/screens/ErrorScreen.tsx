// Error boundary page for uncaught errors: message, reload, and a link back. Offline, it goes on by itself.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useIsOffline } from "@/lib/connection";
import { hasNewVersion, PartLoadError } from "@/lib/loadPart";
import { KitButton } from "@/ui/kit/Kit";
import { errorKind } from "./errorMessage";
import { FullPage } from "./FullPage";

/** Whether the page's code is gone because the server was upgraded. */
function useIsReplaced(error: unknown): boolean {
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => {
    if (!(error instanceof PartLoadError)) return;
    let isCurrent = true;
    void hasNewVersion().then((isNew) => isCurrent && setReplaced(isNew));
    return () => {
      isCurrent = false;
    };
  }, [error]);
  return isReplaced;
}

/** Opens the page again once the connection is back. */
function useReopenWhenOnline(): void {
  const isOffline = useIsOffline();
  const [wasOffline] = useState(isOffline);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  useEffect(() => {
    if (wasOffline && !isOffline) void navigate(here, { replace: true });
  }, [wasOffline, isOffline, navigate, here]);
}

export function ErrorScreen() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  const isReplaced = useIsReplaced(error);
  const isOffline = useIsOffline();
  useReopenWhenOnline();
  const kind = isReplaced ? "replaced" : isOffline ? "network" : errorKind(error);
  const text = {
    replaced: t("error.replaced"),
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
      title={isReplaced ? t("error.replaced_title") : t("error.title")}
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
