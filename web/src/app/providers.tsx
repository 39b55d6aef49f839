// What every screen stands on: server state, theme, antd's language, messages.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/api/problem";
import { useSessionExpiry } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { loadLocale } from "@/i18n/locale";
import { useAppearance, useMedia } from "@/ui/appearance";
import { antdTheme, applyAppearance } from "@/ui/theme";

/** Asking again helps only where the connection or the server faltered. */
function mayRetry(failures: number, error: unknown): boolean {
  const faltered = error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
  return faltered && failures < 2;
}

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true } },
});

function SessionWatch(props: { children: ReactNode }) {
  useSessionExpiry();
  return props.children;
}

export function Providers(props: { locale: Locale; children: ReactNode }) {
  const { i18n } = useTranslation();
  const { appearance } = useAppearance();
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const [locale, setLocale] = useState(props.locale);

  useLayoutEffect(() => applyAppearance(appearance), [appearance]);
  useEffect(() => {
    let current = true;
    void loadLocale(i18n.language as Language).then((loaded) => {
      if (current) setLocale(loaded);
    });
    return () => {
      current = false;
    };
  }, [i18n.language]);

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={locale} theme={antdTheme(appearance, still)} button={{ autoInsertSpace: false }}>
        <App component={false} message={{ maxCount: 3 }}>
          <SessionWatch>{props.children}</SessionWatch>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}
