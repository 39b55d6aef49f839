// Display names of the email types.
import { useTranslation } from "react-i18next";
import type { EmailType } from "@/lib/api/types";

export function useEmailTypeLabels(): Record<EmailType, string> {
  const { t } = useTranslation("email");
  return {
    online_invitation: t("type.online_invitation"),
    onsite_invitation: t("type.onsite_invitation"),
    offer_intent: t("type.offer_intent"),
    offer_sent: t("type.offer_sent"),
    rejection: t("type.rejection"),
    message: t("type.message"),
  };
}
