// Banner for a paused mailbox, shown to members who can resume it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import { href } from "@/lib/routes/href";
import styles from "./AiStateBanner.module.css";

/** Polling interval: the mailbox is polled in the background, so failures are only seen by polling. */
const LOOK_MS = 60_000;

export function MailboxPauseBanner() {
  const { t } = useTranslation("shell");
  const organization_id = useOrganizationId();
  const enabled = useCan("settings:edit");
  const setting = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/settings/{key}",
    { params: { path: { organization_id, key: "email_receiver_config" } } },
    { enabled, refetchInterval: LOOK_MS },
  );
  // The schema types the value as any object.
  const mailbox = setting.data?.value as { is_active?: boolean; paused_at?: string | null } | undefined;
  if (!enabled || !mailbox?.is_active || !mailbox.paused_at) return null;
  return (
    <p className={styles.banner} role="status">
      {t("mailbox_paused.text")} <Link to={href("settings", { tab: "mailbox" })}>{t("mailbox_paused.open")}</Link>
    </p>
  );
}
