// Banner for a paused mailbox, shown to members who can resume it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEmailReceiver } from "@/entities/email/receiver";
import { useCan } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import styles from "./AiStateBanner.module.css";

/** Polling interval: the mailbox is polled in the background, so failures are only seen by polling. */
const POLL_INTERVAL_MS = 60_000;

export function MailboxPauseBanner() {
  const { t } = useTranslation("shell");
  const enabled = useCan("settings:edit");
  const mailbox = useEmailReceiver({ enabled, refetchInterval: POLL_INTERVAL_MS }).data;
  if (!enabled || !mailbox?.is_active || !mailbox.paused_at) return null;
  return (
    <p className={styles.banner} role="status">
      {t("mailbox_paused.text")} <Link to={href("settings", { tab: "mailbox" })}>{t("mailbox_paused.open")}</Link>
    </p>
  );
}
