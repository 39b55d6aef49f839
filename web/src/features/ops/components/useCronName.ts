// The name of a cron.
import { useTranslation } from "react-i18next";

/** Crons in words; one of a newer version by its code name. */
export function useCronName(): (name: string) => string {
  const { t } = useTranslation("ops");
  const names: Readonly<Record<string, string>> = {
    check_interview_timeout: t("cron.check_interview_timeout"),
    exchange_model_batches: t("cron.exchange_model_batches"),
    expire_invitations: t("cron.expire_invitations"),
    expire_offers: t("cron.expire_offers"),
    fail_unread_scans: t("cron.fail_unread_scans"),
    poll_mailboxes: t("cron.poll_mailboxes"),
    prune_accounts: t("cron.prune_accounts"),
    prune_exports: t("cron.prune_exports"),
    prune_inbound: t("cron.prune_inbound"),
    prune_ledger: t("cron.prune_ledger"),
    prune_mailbox: t("cron.prune_mailbox"),
    purge_files: t("cron.purge_files"),
    refresh_calendars: t("cron.refresh_calendars"),
    remind_interviews: t("cron.remind_interviews"),
    remove_files: t("cron.remove_files"),
    send_digests: t("cron.send_digests"),
    settle_emails: t("cron.settle_emails"),
  };
  return (name) => names[name] ?? name;
}
