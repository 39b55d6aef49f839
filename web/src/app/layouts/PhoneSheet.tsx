// The phone menu's sheet: main pages, then the account.

import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useUnreadCount } from "@/entities/email/inboxUnread";
import { useFormats } from "@/i18n/format";
import { LazyDrawer } from "@/ui/LazyDrawer";
import { AccountPanel } from "./AccountPanel";
import { useNavigation } from "./navigation";
import styles from "./Shell.module.css";

export function PhoneSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("shell");
  const entries = useNavigation("main");
  const formats = useFormats();
  const unread = useUnreadCount();
  return (
    <LazyDrawer open={open} onClose={onClose} placement="right" size="min(88vw, 360px)" title={t("brand")}>
      <nav className={styles.phoneLinks} aria-label={t("nav.main")}>
        {entries.map((entry) => (
          <NavLink key={entry.key} to={entry.to} className={styles.phoneLink} onClick={onClose}>
            {entry.label}
            {entry.key === "inbox" && unread > 0 ? (
              <span className={styles.unread}>{formats.number(unread)}</span>
            ) : null}
          </NavLink>
        ))}
      </nav>
      <div className={styles.phonePanel}>
        <AccountPanel onLeave={onClose} />
      </div>
    </LazyDrawer>
  );
}
