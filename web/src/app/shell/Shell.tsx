// The frame of every signed-in page: top navigation, the page, the task tray, the keyboard help.
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration } from "react-router";
import { useHasWorkplace } from "@/api/session";
import { useIsPhone } from "@/ui/appearance";
import { HotkeysProvider } from "@/ui/hotkeys";
import { KeyboardHelp } from "@/ui/KeyboardHelp";
import { TaskTray } from "@/ui/TaskTray";
import { Splash } from "../screens/Splash";
import { PhoneMenu } from "./PhoneMenu";
import styles from "./Shell.module.css";
import { TopNavigation } from "./TopNavigation";

export function Shell() {
  const { t } = useTranslation("shell");
  const phone = useIsPhone();
  if (!useHasWorkplace()) return <Outlet />;
  return (
    <HotkeysProvider>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <header className={styles.header}>{phone ? <PhoneMenu /> : <TopNavigation />}</header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </main>
      <TaskTray />
      <KeyboardHelp />
      <ScrollRestoration />
    </HotkeysProvider>
  );
}
