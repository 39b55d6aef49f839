// Names of kinds of messages, and why messages wait for a person.
import { useTranslation } from "react-i18next";
import type { InboundKind, InboundMessage } from "@/lib/api/types";

export function useKindNames(): Record<InboundKind, string> {
  const { t } = useTranslation("inbox");
  return {
    reply: t("kind.reply"),
    bounce: t("kind.bounce"),
    held: t("kind.held"),
    automatic: t("kind.automatic"),
  };
}

/** Why a message waits for a person; null if it does not. */
export function useHeldReason(): (message: InboundMessage) => string | null {
  const { t } = useTranslation("inbox");
  return ({ kind, reason }) => {
    if (kind !== "held") return null;
    if (!reason) return t("why.unmatched");
    const reasons: Record<NonNullable<InboundMessage["reason"]>, string> = {
      no_files: t("why.no_files"),
      job_closed: t("why.job_closed"),
      quota: t("why.quota"),
      files_unread: t("why.files_unread"),
      too_large: t("why.too_large"),
      unreadable: t("why.unreadable"),
    };
    return reasons[reason];
  };
}
