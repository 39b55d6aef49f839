// The frame of every signed-in page: top navigation, the page, the task tray, the keyboard help.
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration } from "react-router";
import { useHasCurrentOrganization } from "@/entities/session/session";
import { TaskTray } from "@/entities/task/components/TaskTray";
import { HotkeysProvider } from "@/ui/keyboard/hotkeys";
import { KeyboardHelp } from "@/ui/keyboard/KeyboardHelp";
import { useIsPhone } from "@/ui/theme/appearance";
import { Splash } from "../screens/Splash";
import { PhoneMenu } from "./PhoneMenu";
import styles from "./Shell.module.css";
import { TopNavigation } from "./TopNavigation";

export function Shell() {
  const { t } = useTranslation("shell");
  const phone = useIsPhone();
  if (!useHasCurrentOrganization()) return <Outlet />;
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
