// Layout of every signed-in page: top navigation, content, keyboard help.
import { type RefObject, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useMatches } from "react-router";
import { useHasCurrentOrganization } from "@/entities/session/session";
import { useDatePreferences, useLanguagePreference } from "@/entities/user/queries";
import type { RouteSpec } from "@/lib/routes/spec";
import { HotkeysProvider } from "@/ui/keyboard/hotkeys";
import { KeyboardHelp } from "@/ui/keyboard/KeyboardHelp";
import { lazyPart } from "@/ui/late/lazyPart";
import { useIsPhone } from "@/ui/theme/appearance";
import { CommandPalette } from "../palette/CommandPalette";
import { Splash } from "../screens/Splash";
import { TourHost } from "../tour/TourHost";
import { AiStateBanner } from "./AiStateBanner";
import { LiveUpdates } from "./LiveUpdates";
import { usePageStates } from "./navigation";
import { PhoneMenu } from "./PhoneMenu";
import { PlanRequestBanner } from "./PlanRequestBanner";
import styles from "./Shell.module.css";
import { TopNavigation } from "./TopNavigation";
import { useNavigationFocus } from "./useNavigationFocus";

// Loaded after the page.
const MailboxPauseBanner = lazyPart(async () => ({
  default: (await import("./MailboxPauseBanner")).MailboxPauseBanner,
}));
const EmailParts = lazyPart(async () => ({ default: (await import("./EmailParts")).EmailParts }), "background");

/** The layout of the current route in the manifest. */
function useLayout(): RouteSpec["layout"] {
  const handle = useMatches().at(-1)?.handle as { layout?: RouteSpec["layout"] } | undefined;
  return handle?.layout ?? "page";
}

function PageStates() {
  usePageStates();
  return null;
}

function NavigationFocus({ content }: { content: RefObject<HTMLElement | null> }) {
  useNavigationFocus(content);
  return null;
}

function Preferences() {
  useDatePreferences();
  useLanguagePreference();
  return null;
}

export function Shell() {
  const { t } = useTranslation("shell");
  const phone = useIsPhone();
  const layout = useLayout();
  const content = useRef<HTMLElement>(null);
  if (!useHasCurrentOrganization()) return <Outlet />;
  return (
    <HotkeysProvider>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <header className={styles.header} data-layout={layout}>
        {phone ? <PhoneMenu /> : <TopNavigation />}
      </header>
      <AiStateBanner />
      <Suspense>
        <MailboxPauseBanner />
      </Suspense>
      <PlanRequestBanner />
      <main ref={content} id="content" className={styles.content} data-layout={layout} tabIndex={-1}>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>
        <EmailParts />
      </Suspense>
      <KeyboardHelp />
      <CommandPalette />
      <LiveUpdates />
      <TourHost />
      <Preferences />
      <PageStates />
      <NavigationFocus content={content} />
      <ScrollRestoration />
    </HotkeysProvider>
  );
}
