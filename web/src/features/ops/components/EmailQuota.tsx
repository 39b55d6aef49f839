// How many emails an organization has sent today through the server's mail server, and how many it may.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { StageTag } from "@/ui/StageTag";

/** From this share of the limit on, it stands out. */
const NEAR = 0.9;

export function EmailQuota({ sent, limit, isVerified }: { sent: number; limit: number; isVerified: boolean }) {
  const { t } = useTranslation("ops");
  const formats = useFormats();
  const values = { sent: formats.number(sent), limit: formats.number(limit) };
  const text = isVerified ? t("organizations.emails_of", values) : t("organizations.emails_unverified", values);
  if (sent < limit * NEAR) return text;
  return <StageTag tone={sent < limit ? "attention" : "bad"}>{text}</StageTag>;
}
