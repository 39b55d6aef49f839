// Top navigation on wide screens: brand, main pages, search, tasks, account.
import { Popover } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { useUnreadCount } from "@/entities/email/inboxUnread";
import { useCurrentOrganization } from "@/entities/session/session";
import { TaskTray } from "@/entities/task/components/TaskTray";
import { useFormats } from "@/i18n/format";
import { href } from "@/lib/routes/href";
import { BrandMark } from "@/ui/BrandMark";
import { focusInside } from "@/ui/focusInside";
import { PaletteButton } from "../palette/PaletteButton";
import { LazyAccountPanel } from "./LazyAccountPanel";
import { useNavigation } from "./navigation";
import styles from "./Shell.module.css";

export function TopNavigation() {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  const { session, membership } = useCurrentOrganization();
  const formats = useFormats();
  const unread = useUnreadCount();
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const name = session.user.full_name || session.user.email;
  return (
    <div className={styles.bar}>
      <Link to={href("welcome")} className={styles.brand}>
        <BrandMark size={26} />
        {t("brand")}
      </Link>
      <nav className={styles.links} aria-label={t("nav.main")}>
        {useNavigation("main").map((entry) => (
          <NavLink key={entry.key} to={entry.to} className={styles.link}>
            {entry.label}
            {entry.key === "inbox" && unread > 0 ? (
              <span className={styles.unread}>{formats.number(unread)}</span>
            ) : null}
          </NavLink>
        ))}
      </nav>
      <div className={styles.end}>
        <PaletteButton />
        <TaskTray />
        <Popover
          open={open}
          onOpenChange={setOpen}
          trigger="click"
          placement="bottomRight"
          arrow={false}
          afterOpenChange={(isOpen) => {
            // The panel is kept once it was open.
            if (isOpen) focusInside(content.current?.querySelector<HTMLElement>("[role=dialog]"));
          }}
          content={
            // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
            <div
              ref={content}
              onKeyDown={(event) => {
                if (event.key !== "Escape" || event.defaultPrevented) return;
                setOpen(false);
                button.current?.focus();
              }}
            >
              <LazyAccountPanel onLeave={() => setOpen(false)} />
            </div>
          }
        >
          <button ref={button} type="button" className={styles.account} aria-haspopup="dialog" aria-expanded={open}>
            <span className={styles.initial} aria-hidden="true">
              {[...name][0]?.toUpperCase()}
            </span>
            <span className={styles.accountName}>{membership.organization.name}</span>
          </button>
        </Popover>
      </div>
    </div>
  );
}
