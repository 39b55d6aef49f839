// Layout of every signed-in page: top navigation, content, keyboard help.
import { type RefObject, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useMatches } from "react-router";
import { leftSendings } from "@/entities/email/leftSendings";
import { useHasCurrentOrganization } from "@/entities/session/session";
import { useDatePreferences, useLanguagePreference } from "@/entities/user/queries";
import { loadTexts } from "@/i18n/i18n";
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

const MailboxPauseBanner = lazyPart(async () => ({
  default: (await import("./MailboxPauseBanner")).MailboxPauseBanner,
}));

const InboxNotices = lazyPart(async () => {
  const [module] = await Promise.all([import("@/entities/email/components/InboxNotices"), loadTexts("inbox")]);
  return { default: module.InboxNotices };
}, "overlay");

const LeftSendings = lazyPart(
  async () => ({ default: (await import("@/entities/email/components/LeftSendings")).LeftSendings }),
  "overlay",
);

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

/** Of emails whose page was left, loaded once there are any. */
function SendingNotices() {
  // Those of the account that was signed in before.
  useEffect(() => leftSendings.set([]), []);
  const hasAny = useSyncExternalStore(leftSendings.subscribe, () => leftSendings.get().length > 0);
  return hasAny ? (
    <Suspense>
      <LeftSendings />
    </Suspense>
  ) : null;
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
      <SendingNotices />
      <Suspense>
        <InboxNotices />
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
