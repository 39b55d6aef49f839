// antd with theme and locale; wraps signed-in pages only, to keep the sign-in page light.
import { useQuery } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import type { Language } from "@/i18n/languages";
import { firstLocale, loadLocale } from "@/i18n/locale";
import { watchDialogFocus } from "@/ui/dialogFocus";
import { ANTD_KIT } from "@/ui/kit/antdKit";
import { KitProvider } from "@/ui/kit/Kit";
import { useAppearance, useMedia } from "@/ui/theme/appearance";
import { antdTheme } from "@/ui/theme/theme";
import { Splash } from "../screens/Splash";

/** Long enough to read a sentence, and to press what it offers. */
const MESSAGE_SECONDS = 6;
/** More than one decides in that time, so that no undo is pushed out. */
const MAX_MESSAGES = 6;

export function ComponentLibrary() {
  const { i18n } = useTranslation();
  const { appearance } = useAppearance();
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const language = i18n.language as Language;
  const locale = useQuery({
    queryKey: ["locale", language],
    queryFn: () => loadLocale(language),
    initialData: () => firstLocale(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (former) => former,
  });
  useEffect(watchDialogFocus, []);
  if (locale.error) throw locale.error;
  if (!locale.data) return <Splash />;
  return (
    <ConfigProvider locale={locale.data} theme={antdTheme(appearance, still)} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ maxCount: MAX_MESSAGES, duration: MESSAGE_SECONDS }}>
        <KitProvider value={ANTD_KIT}>
          <Outlet />
        </KitProvider>
      </App>
    </ConfigProvider>
  );
}
