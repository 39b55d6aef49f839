// The top navigation of phones: everything behind one button, in a sheet.
import { Button, Drawer } from "antd";
import { Menu } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { href } from "@/lib/routes/href";
import { Mark } from "@/ui/Mark";
import { AccountPanel } from "./AccountPanel";
import { useNavigation } from "./navigation";
import styles from "./Shell.module.css";

export function PhoneMenu() {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  const entries = useNavigation("main");
  const close = () => setOpen(false);
  return (
    <div className={styles.phoneBar}>
      <Link to={href("welcome")} className={styles.brand}>
        <Mark size={24} />
        {t("brand")}
      </Link>
      <Button
        type="text"
        icon={<Menu size={20} aria-hidden="true" />}
        aria-label={t("nav.open")}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onClose={close} placement="right" size="min(88vw, 360px)" title={t("brand")}>
        <nav className={styles.phoneLinks} aria-label={t("nav.main")}>
          {entries.map((entry) => (
            <NavLink key={entry.key} to={entry.to} className={styles.phoneLink} onClick={close}>
              {entry.label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.phonePanel}>
          <AccountPanel onLeave={close} />
        </div>
      </Drawer>
    </div>
  );
}
