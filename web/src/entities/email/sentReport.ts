// What came of emails that were sent: those sent, refused, and those that may have arrived.
import { App } from "antd";
import { useTranslation } from "react-i18next";
import type { SentEmail } from "./queries";
import { useEmailReason } from "./reason";

const SENT_SECONDS = 3;

export function useSentReport(): (results: readonly SentEmail[]) => void {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const reasonText = useEmailReason();
  return (results) => {
    const why = (some: readonly SentEmail[]) => (some[0]?.error ? reasonText(some[0].error) : "");
    const sent = results.filter(({ status }) => status === "sent").length;
    const failed = results.filter(({ status }) => status === "failed");
    const unknown = results.filter(({ status }) => status === "unknown");
    if (sent > 0) message.success(t("send.done", { count: sent }), SENT_SECONDS);
    if (failed.length > 0) message.error(`${t("send.not_done", { count: failed.length })} ${why(failed)}`);
    if (unknown.length > 0) message.warning(`${t("send.maybe", { count: unknown.length })} ${why(unknown)}`);
  };
}
