// A part of the page with its own theme.
import { ConfigProvider } from "antd";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Appearance, applyAppearance } from "@/ui/theme/palette";
import { antdTheme } from "@/ui/theme/theme";
import styles from "./ThemePane.module.css";

export function ThemePane({ appearance, children }: { appearance: Appearance; children: ReactNode }) {
  const { t } = useTranslation("styleguide");
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (pane.current) applyAppearance(appearance, pane.current);
  }, [appearance]);
  return (
    <section ref={pane} className={styles.pane} aria-label={appearance === "dark" ? t("theme.dark") : t("theme.light")}>
      <ConfigProvider theme={antdTheme(appearance, false)}>{children}</ConfigProvider>
    </section>
  );
}
